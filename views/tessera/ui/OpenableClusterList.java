package tessera.ui;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tessera.settings.ClusterContextColor;
import tessera.text.MessageCatalog;

/**
 * The clusters that a user can open.
 *
 * @param contexts in the order of the kubeconfig files
 * @param openContext     the context of the cluster that is open; empty when none is
 * @param access   whether changes are refused
 * @param problem  what is wrong with the kubeconfig files; empty when nothing is
 */
public record OpenableClusterList(List<ListedKubeconfigContext> contexts, String openContext,
        ClusterWriteAccessMode access, String problem) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OpenableClusterList.class);

    /**
     * A kubeconfig context.
     *
     * @param server where it is; empty when the kubeconfig does not say
     * @param mark   how it is marked
     * @param trusted whether the server's certificate is checked
     * @param colour  by which it is marked; empty for that of its kind
     * @param current   whether the kubeconfig files name it as the current one
     */
    public record ListedKubeconfigContext(String name, String server, ClusterPurposeMark mark, boolean trusted,
            Optional<ClusterContextColor> colour, boolean current) {

        public ListedKubeconfigContext(String name, String server, ClusterPurposeMark kind, boolean trusted) {
            this(name, server, kind, trusted, Optional.empty(), false);
        }

        /** Returns the style class of its mark. */
        public String styleClass() {
            return colour
                    .map(selectedContextColour -> "colour-" + selectedContextColour.name().toLowerCase(Locale.ROOT))
                    .orElse(mark.name().toLowerCase(Locale.ROOT));
        }
    }

    /** The mark of a cluster, which prevents confusion with another. */
    public enum ClusterPurposeMark {
        PLAIN,
        PRODUCTION,
        RESEARCH,
        /** The simulated cluster inside this program. */
        DEMO
    }

    /** The access mode: whether changes are refused and whether the user can allow them. */
    public enum ClusterWriteAccessMode {
        CHANGES_ALLOWED,
        READ_ONLY,
        /** Refused for as long as the program runs, or by the settings of this context. */
        READ_ONLY_FOR_GOOD
    }

    public OpenableClusterList {
        contexts = List.copyOf(contexts);
    }

    public static OpenableClusterList empty() {
        return new OpenableClusterList(List.of(), "", ClusterWriteAccessMode.READ_ONLY, "");
    }

    /** Returns the reason why changes are refused; empty where they are allowed. */
    public Optional<String> readOnlyReason() {
        if (access == ClusterWriteAccessMode.CHANGES_ALLOWED) {
            return Optional.empty();
        }
        return Optional.of(MESSAGES.text("cluster.readOnly"));
    }

    /** Returns whether the simulated cluster is open. */
    public boolean isSimulated() {
        return openCluster().filter(listedContext -> listedContext.mark() == ClusterPurposeMark.DEMO).isPresent();
    }

    public Optional<ListedKubeconfigContext> openCluster() {
        return contexts.stream().filter(listedContext -> listedContext.name().equals(openContext)).findFirst();
    }
}
