import Statecharts

let crossing = Interpreter(Crossing())
try crossing.start()
print(crossing.configuration)
try crossing.send(.press)
print(crossing.configuration)
