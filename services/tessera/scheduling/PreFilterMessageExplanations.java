package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.scheduling.PreFilterReason.ConflictingNodeAffinity;
import tessera.scheduling.PreFilterReason.EphemeralClaimNotCreated;
import tessera.scheduling.PreFilterReason.LostClaimVolume;
import tessera.scheduling.PreFilterReason.MissingDeviceClass;
import tessera.scheduling.PreFilterReason.MissingPersistentVolume;
import tessera.scheduling.PreFilterReason.MissingResourceClaim;
import tessera.scheduling.PreFilterReason.MissingVolumeClaim;
import tessera.scheduling.PreFilterReason.SelectorAttributeMissing;
import tessera.scheduling.PreFilterReason.VolumeClaimDeleting;
import tessera.scheduling.PreFilterReason.VolumeClaimNotBound;

/** Explanations of scheduler messages about pods that fail before any node is filtered. */
public final class PreFilterMessageExplanations {

    /**
     * A pattern of PreFilter messages, with the reason for them.
     *
     * @param reason makes the reason from the pattern's group; from an empty text where there is no group
     */
    private record PreFilterPhrase(Pattern pattern, Function<String, PreFilterReason> reason) {

        PreFilterPhrase(String said, Function<String, PreFilterReason> reason) {
            this(Pattern.compile(said), reason);
        }

        Optional<PreFilterReason> explain(String message) {
            return pattern.matcher(message).results().findFirst()
                    .map(found -> reason.apply(found.groupCount() == 0 ? "" : found.group(1)));
        }
    }

    private static final List<PreFilterPhrase> PHRASES = List.of(
            new PreFilterPhrase(SchedulerFailureMessages.UNBOUND_CLAIMS, _ -> new VolumeClaimNotBound()),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" not found", MissingVolumeClaim::new),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" is being deleted", VolumeClaimDeleting::new),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" bound to non-existent persistentvolume",
                    LostClaimVolume::new),
            new PreFilterPhrase("ephemeral volume controller to create the persistentvolumeclaim \"([^\"]+)\"",
                    EphemeralClaimNotCreated::new),
            new PreFilterPhrase("persistentvolume \"([^\"]+)\" not found", MissingPersistentVolume::new),
            new PreFilterPhrase("resourceclaims?(?:\\.resource\\.k8s\\.io)? \"([^\"]+)\" not found",
                    MissingResourceClaim::new),
            new PreFilterPhrase("device class (\\S+) does not exist", MissingDeviceClass::new),
            new PreFilterPhrase("(?:class|claim) \\S+: selector #\\d+: CEL runtime error: no such key: (\\S+)",
                    SelectorAttributeMissing::new),
            new PreFilterPhrase(SchedulerFailureMessages.AFFINITY_CONFLICT, _ -> new ConflictingNodeAffinity()));

    private PreFilterMessageExplanations() {}

    /** Returns the reason that a message tells; empty for any other message. */
    static Optional<PreFilterReason> explain(String message) {
        return PHRASES.stream().flatMap(phrase -> phrase.explain(message).stream()).findFirst();
    }

    /** Returns the explanation of a message; empty for any other message. */
    public static Optional<String> explanationText(String message) {
        return explain(message).map(PreFilterReason::text);
    }
}
