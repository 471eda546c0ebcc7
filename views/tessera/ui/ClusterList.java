package tessera.ui;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.settings.ContextColour;

/**
 * The clusters a user can open.
 *
 * @param contexts in the order of the kubeconfig files
 * @param open     the context of the cluster that is open; empty when none is
 * @param access   whether changes are refused
 * @param problem  what is wrong with the kubeconfig files; empty when nothing is
 */
public record ClusterList(List<Context> contexts, String open, Access access, String problem) {

    /**
     * One way into a cluster.
     *
     * @param server where it is; empty when the kubeconfig does not say
     * @param kind   how it is marked
     * @param trusted whether the server's certificate is checked
     * @param colour  by which it is marked; empty for that of its kind
     * @param usual   whether the kubeconfig files name it as the current one
     */
    public record Context(String name, String server, ClusterMark kind, boolean trusted, Optional<ContextColour> colour,
            boolean usual) {

        public Context(String name, String server, ClusterMark kind, boolean trusted) {
            this(name, server, kind, trusted, Optional.empty(), false);
        }

        /** The style class of what marks it. */
        public String style() {
            return colour.map(chosen -> "colour-" + chosen.name().toLowerCase(Locale.ROOT))
                    .orElse(kind.name().toLowerCase(Locale.ROOT));
        }
    }

    /** How a cluster is marked, so that nobody takes one for another. */
    public enum ClusterMark {
        PLAIN,
        PRODUCTION,
        RESEARCH,
        /** The simulated cluster inside this program. */
        DEMO
    }

    /** Whether changes are refused, and whether the user can say otherwise. */
    public enum Access {
        CHANGES_ALLOWED,
        READ_ONLY,
        /** Refused for as long as the program runs, or by the settings of this context. */
        READ_ONLY_FOR_GOOD
    }

    public ClusterList {
        contexts = List.copyOf(contexts);
    }

    public static ClusterList none() {
        return new ClusterList(List.of(), "", Access.READ_ONLY, "");
    }

    /** Why nothing can be changed, in a few words; empty where changes are allowed. */
    public Optional<String> refusal() {
        return access == Access.CHANGES_ALLOWED ? Optional.empty() : Optional.of("read-only mode");
    }

    /** Whether what is open is the simulated cluster inside this program. */
    public boolean simulated() {
        return current().filter(context -> context.kind() == ClusterMark.DEMO).isPresent();
    }

    public Optional<Context> current() {
        return contexts.stream().filter(context -> context.name().equals(open)).findFirst();
    }
}
