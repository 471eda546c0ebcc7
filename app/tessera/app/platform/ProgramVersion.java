package tessera.app.platform;

import java.util.Objects;

/** The name and version of the program. */
public final class ProgramVersion {

    private ProgramVersion() {}

    /** Returns e.g. {@code tessera 0.1.0}; {@code tessera development} where it was not built. */
    public static String text() {
        var version = ProgramVersion.class.getPackage().getImplementationVersion();
        return "tessera " + Objects.requireNonNullElse(version, "development");
    }
}
