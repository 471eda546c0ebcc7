package tessera.app;

import java.time.Clock;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import tessera.cluster.kubeconfig.Environment;

/** The command line. */
public final class Main {

    /** Kept, because a logger nobody holds forgets its level. It complains once that JavaFX is on the class path. */
    private static final Logger JAVAFX = Logger.getLogger("javafx");

    private Main() {}

    public static void main(String[] arguments) {
        JAVAFX.setLevel(Level.SEVERE);
        Logger.getLogger("").setLevel(Level.WARNING);
        var environment = Environment.ofThisProcess();
        Thread.setDefaultUncaughtExceptionHandler(
                new CrashReports(Folders.crashes(environment.variables(), environment.home()), Clock.systemUTC(),
                        System.err::println));
        System.exit(commandLine(environment).execute(arguments));
    }

    /** What does as arguments say; 0 on success, 1 when it could not be done, 2 when it was not understood. */
    static CommandLine commandLine(Environment environment) {
        // A page of the wall is called as a command is: --pages fleet.
        return new CommandLine(new TesseraCommand(environment)).setCaseInsensitiveEnumValuesAllowed(true)
                .setAllowSubcommandsAsOptionParameters(true)
                .setExecutionExceptionHandler(Complaints::failed)
                .setParameterExceptionHandler(Complaints::misunderstood);
    }
}
