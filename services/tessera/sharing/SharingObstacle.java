package tessera.sharing;

import tessera.text.Reason;

/** Why the device plugin offers nothing by a configuration. */
public sealed interface SharingObstacle extends Reason {

    record MpsOfMigGpus() implements SharingObstacle {}

    record ExcessiveMpsClients(int most, int requested) implements SharingObstacle {}
}
