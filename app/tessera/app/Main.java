package tessera.app;

import java.nio.file.Path;
import java.time.Clock;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;

/** The command line. */
public final class Main {

    /** Kept, because a logger nobody holds forgets its level. It complains once that JavaFX is on the class path. */
    private static final Logger JAVAFX = Logger.getLogger("javafx");

    private Main() {}

    public static void main(String[] arguments) {
        JAVAFX.setLevel(Level.SEVERE);
        Logger.getLogger("").setLevel(Level.WARNING);
        var reports = new CrashReports(Folders.crashes(System.getenv(), Path.of(System.getProperty("user.home", "."))),
                Clock.systemUTC(), System.err::println);
        Thread.setDefaultUncaughtExceptionHandler(reports);
        System.exit(run(arguments));
    }

    /** Does what the arguments say; 0 on success, 1 when it could not be done, 2 when it was not understood. */
    static int run(String... arguments) {
        return commandLine().execute(arguments);
    }

    /** What understands arguments. */
    static CommandLine commandLine() {
        // A page of the wall is called as a command is: --pages fleet.
        return new CommandLine(new TesseraCommand()).setCaseInsensitiveEnumValuesAllowed(true)
                .setAllowSubcommandsAsOptionParameters(true)
                .setExecutionExceptionHandler(Complaints::failed)
                .setParameterExceptionHandler(Complaints::misunderstood);
    }
}
