package tessera.demo.control;

/** The foundation of controllers: the loop, the resources, and the pods that the loop knows. */
public record SimulatedControllerContext(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
        SimulatedPodCache pods) {

    /** Returns a writer of objects under a name in managed fields and one in events. */
    public SimulatedControlPlaneComponent newComponent(String manager, String source) {
        return new SimulatedControlPlaneComponent(loop, types, manager, source);
    }
}
