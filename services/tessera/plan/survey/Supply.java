package tessera.plan.survey;

import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;

/** Whether a cluster has any object of a kind. */
public final class Supply {

    private Supply() {}

    /**
     * Asks the cluster; waits for it. Who may not list them is not told that there are none.
     *
     * @param kind as {@code apiVersion/kind/plural}, of the whole cluster
     */
    public static boolean any(ManifestLookups lookups, String kind) throws Failure, InterruptedException {
        int plural = kind.lastIndexOf('/');
        int name = kind.lastIndexOf('/', plural - 1);
        try {
            return !lookups.names(new ObjectRef(kind.substring(0, name), kind.substring(name + 1, plural),
                    kind.substring(plural + 1), "", "")).isEmpty();
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.FORBIDDEN) {
                return true;
            }
            throw failure;
        }
    }
}
