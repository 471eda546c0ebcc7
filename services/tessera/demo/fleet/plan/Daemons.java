package tessera.demo.fleet.plan;

/** Which daemons of a fleet have pods on its nodes; of a very large one not all, or there would be too many. */
public enum Daemons {

    /** All that such nodes run. */
    ALL,
    /** The GPU stack and nothing else. */
    STACK,
    /** Those without which nothing is offered nor measured; the rest of the GPU stack counts as installed on the machines. */
    FEW;

    private static final int MOST_OF_ALL = 200;
    private static final int MOST_OF_STACK = 1_000;

    /** Those of a fleet of so many nodes. */
    public static Daemons usual(int nodes) {
        return nodes <= MOST_OF_ALL ? ALL : nodes <= MOST_OF_STACK ? STACK : FEW;
    }

    boolean have(Line line) {
        return switch (this) {
            case ALL -> true;
            case STACK -> line.lean() || line.namespace().equals("gpu-operator");
            case FEW -> line.lean();
        };
    }
}
