package tessera.sharing;

import tessera.text.Reason;

/** Why the device plugin offers nothing by a configuration. */
public sealed interface SharingProblem extends Reason {

    record MpsOfMigGpus() implements SharingProblem {}

    record ExcessiveMpsClients(int most, int requested) implements SharingProblem {}
}
