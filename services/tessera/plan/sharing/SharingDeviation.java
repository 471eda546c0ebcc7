package tessera.plan.sharing;

import tessera.sharing.SharingProblem;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** A deviation of a node from what its sharing configuration says. */
public sealed interface SharingDeviation extends Reason {

    record UnsupportedSharing(SharingProblem obstacle) implements SharingDeviation {}

    record RejectedSharePods(long pods) implements SharingDeviation {}

    record UnchosenPluginConfig() implements SharingDeviation {}

    record MissingPluginConfig(String config) implements SharingDeviation {}

    record InvalidPluginConfig(String config, String problem) implements SharingDeviation {}

    record MissingPluginPod(String daemonSet) implements SharingDeviation {}

    record UnreadyPluginPod(String pod, String status) implements SharingDeviation {}

    record UnreadPluginConfig() implements SharingDeviation {}

    /** Advertised amounts and labels that differ from the configuration. */
    record DifferentOffer(String differences) implements SharingDeviation {}

    /** Returns the deviation in as few words as a cell has room for. */
    default String shortText() {
        return MessageCatalog.of(SharingDeviation.class).text(switch (this) {
            case UnsupportedSharing _ -> "short.unsupported";
            case RejectedSharePods _ -> "short.rejected-pods";
            case UnchosenPluginConfig _ -> "short.unchosen";
            case MissingPluginConfig _ -> "short.missing";
            case InvalidPluginConfig _ -> "short.invalid";
            case MissingPluginPod _ -> "short.no-pod";
            case UnreadyPluginPod _ -> "short.unready-pod";
            case UnreadPluginConfig _ -> "short.unread";
            case DifferentOffer _ -> "short.different";
        }, this instanceof RejectedSharePods(var pods) ? pods : 0);
    }
}
