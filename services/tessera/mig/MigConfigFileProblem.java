package tessera.mig;

import tessera.text.Reason;

/** Problems of a file of MIG configurations. */
public sealed interface MigConfigFileProblem extends Reason {

    record WrongFileVersion() implements MigConfigFileProblem {}

    record MissingMigConfigs() implements MigConfigFileProblem {}

    record UnknownMigFileKey(String key, MigConfigFilePlace place) implements MigConfigFileProblem {}

    record MissingMigConfigEntries(String config) implements MigConfigFileProblem {}

    record MissingMigMode(MigConfigFilePlace place) implements MigConfigFileProblem {}

    record MalformedMigInstances(MigConfigFilePlace place) implements MigConfigFileProblem {}

    record MissingMigInstances(MigConfigFilePlace place) implements MigConfigFileProblem {}

    record ExcessMigInstances(MigConfigFilePlace place) implements MigConfigFileProblem {}

    record MalformedGpuSelection(MigConfigFilePlace place) implements MigConfigFileProblem {}

    record InvalidGpuIndex(String index, MigConfigFilePlace place) implements MigConfigFileProblem {}

    record DuplicateGpuIndex(int gpu, MigConfigFilePlace place) implements MigConfigFileProblem {}

    record InvalidPciDevice(String device, MigConfigFilePlace place) implements MigConfigFileProblem {}

    record InvalidMigProfile(String profile, MigConfigFilePlace place) implements MigConfigFileProblem {}

    record InvalidProfileCount(String profile, String count,
            MigConfigFilePlace place) implements MigConfigFileProblem {}

    /** The place of a problem. */
    sealed interface MigConfigFilePlace extends Reason {

        record WholeMigFile() implements MigConfigFilePlace {}

        /** An entry of a MIG configuration, counted from 1. */
        record MigConfigEntryPlace(String config, int entry) implements MigConfigFilePlace {}
    }
}
