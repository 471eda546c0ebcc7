package tessera.plan.intent;

import java.util.List;
import tessera.mig.MigConfig;
import tessera.mig.MigLayoutNotation;

/** A requested MIG layout. */
public sealed interface RequestedMigLayout {

    /** Returns the configuration name for the MIG manager. */
    String name();

    /** Returns the layout as text. */
    String layoutText();

    /** Returns the command-line arguments. */
    String arguments();

    /** A layout by the name of a configuration that the nodes offer already. */
    record ExistingConfigurationLayout(String name) implements RequestedMigLayout {

        @Override
        public String layoutText() {
            return name;
        }

        @Override
        public String arguments() {
            return "--config=" + name;
        }
    }

    /**
     * A layout of the user, which is added to the nodes' configurations under this name first.
     *
     * @param entries what becomes of which GPUs
     */
    record CustomMigLayout(String name, List<MigConfig.MigConfigEntry> entries) implements RequestedMigLayout {

        public CustomMigLayout {
            entries = List.copyOf(entries);
        }

        /** Returns a layout with a name derived from its entries. */
        public static CustomMigLayout of(List<MigConfig.MigConfigEntry> entries) {
            return new CustomMigLayout(MigLayoutNotation.configNameFor(entries), entries);
        }

        public MigConfig toConfig() {
            return new MigConfig(name, entries);
        }

        @Override
        public String layoutText() {
            return MigLayoutNotation.format(entries);
        }

        @Override
        public String arguments() {
            return "--layout='%s'%s".formatted(layoutText(),
                    name.equals(MigLayoutNotation.configNameFor(entries)) ? "" : " --name=" + name);
        }
    }
}
