package tessera.scheduling;

import tessera.text.Reason;

/** The reason why the scheduler gives a pod up before it filters any node. */
sealed interface PreFilterReason extends Reason {

    record VolumeClaimNotBound() implements PreFilterReason {}

    record MissingVolumeClaim(String claim) implements PreFilterReason {}

    record VolumeClaimDeleting(String claim) implements PreFilterReason {}

    record LostClaimVolume(String claim) implements PreFilterReason {}

    record EphemeralClaimNotCreated(String claim) implements PreFilterReason {}

    record MissingPersistentVolume(String volume) implements PreFilterReason {}

    record MissingResourceClaim(String claim) implements PreFilterReason {}

    record MissingDeviceClass(String deviceClass) implements PreFilterReason {}

    record SelectorAttributeMissing(String attribute) implements PreFilterReason {}

    record ConflictingNodeAffinity() implements PreFilterReason {}
}
