package tessera.demo.fleet.plan;

/** Versions and names that hold for the whole fleet. */
public final class Facts {

    public static final String KUBERNETES = "v1.36.2";
    public static final String DRIVER = "580.126.20";
    public static final String OPERATOR = "v26.3.3";

    private Facts() {}

    /** A node that lost its driver was restarted into a kernel for which there is none. */
    public static String kernel(NodePlan node) {
        return node.state() == NodePlan.State.DRIVERLESS ? "6.8.0-79-generic" : "6.8.0-71-generic";
    }
}
