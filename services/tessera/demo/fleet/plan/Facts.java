package tessera.demo.fleet.plan;

/** Versions and names that hold for the whole fleet. */
public final class Facts {

    public static final String KUBERNETES = "v1.36.2";
    public static final String DRIVER = "580.126.20";
    public static final String OPERATOR = "v26.3.3";

    /** Beyond so many nodes, only the daemons that matter for the GPUs have pods. */
    private static final int LEAN_ABOVE = 200;

    private Facts() {}

    /** Whether a cluster of so many nodes has only those daemons that matter for the GPUs. */
    public static boolean lean(int nodes) {
        return nodes > LEAN_ABOVE;
    }

    /** A node that lost its driver was restarted into a kernel for which there is none. */
    public static String kernel(NodePlan node) {
        return node.state() == NodePlan.State.DRIVERLESS ? "6.8.0-79-generic" : "6.8.0-71-generic";
    }
}
