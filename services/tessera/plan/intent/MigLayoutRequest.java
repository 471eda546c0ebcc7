package tessera.plan.intent;

import java.util.List;
import tessera.mig.LayoutText;
import tessera.mig.MigConfig;

/** How GPUs shall be divided. */
public sealed interface MigLayoutRequest {

    /** What the MIG manager is told. */
    String name();

    /** Fit for people to read. */
    String words();

    /** As the command line takes it. */
    String arguments();

    /** As a configuration says that the nodes offer already. */
    record OfferedLayout(String name) implements MigLayoutRequest {

        @Override
        public String words() {
            return name;
        }

        @Override
        public String arguments() {
            return "--config=" + name;
        }
    }

    /**
     * As one says oneself; offered to the nodes by this name first.
     *
     * @param entries what becomes of which GPUs
     */
    record Own(String name, List<MigConfig.MigConfigEntry> entries) implements MigLayoutRequest {

        public Own {
            entries = List.copyOf(entries);
        }

        /** By a name that follows from what it says. */
        public static Own of(List<MigConfig.MigConfigEntry> entries) {
            return new Own(LayoutText.name(entries), entries);
        }

        public MigConfig config() {
            return new MigConfig(name, entries);
        }

        @Override
        public String words() {
            return LayoutText.write(entries);
        }

        @Override
        public String arguments() {
            return "--layout='%s'%s".formatted(words(),
                    name.equals(LayoutText.name(entries)) ? "" : " --name=" + name);
        }
    }
}
