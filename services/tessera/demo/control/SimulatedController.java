package tessera.demo.control;

/** A component of the control plane that follows objects on the control loop and writes others. */
public abstract class SimulatedController {

    protected final SimulatedControlLoop loop;
    protected final SimulatedControllerResourceTypes types;
    protected final SimulatedPodCache pods;
    protected final SimulatedControlPlaneComponent component;

    /** @param manager its name in managed fields, unlike that in events */
    protected SimulatedController(SimulatedControllerContext context, String manager, String source) {
        loop = context.loop();
        types = context.types();
        pods = context.pods();
        component = context.newComponent(manager, source);
    }
}
