package tessera.demo.control.loop;

/** A component of the control plane that follows objects on the control loop and writes others. */
public abstract class SimulatedController {

    protected final SimulatedControlLoop loop;
    protected final SimulatedControllerResourceTypes types;
    protected final SimulatedPodCache pods;
    protected final SimulatedControlPlaneComponent component;

    /**
     * Takes office.
     *
     * @param manager its name in managed fields
     * @param source  its name in events
     */
    protected SimulatedController(SimulatedControllerContext context, String manager, String source) {
        loop = context.loop();
        types = context.types();
        pods = context.pods();
        component = context.newComponent(manager, source);
    }
}
