package tessera.app;

import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import tessera.app.cli.CommandLineFactory;
import tessera.app.cli.RawCommandLineArguments;
import tessera.app.crash.CrashReportWriter;
import tessera.app.crash.ProgramLogSetup;
import tessera.app.platform.JavaFxToolkitStarter;
import tessera.app.platform.UserDirectories;
import tessera.app.window.MainWindow;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.text.DisplayLanguage;

/** The entry point. */
public final class Main {

    /** Kept, because a logger nobody holds forgets its level. It complains once that JavaFX is on the class path. */
    private static final Logger JAVAFX = Logger.getLogger("javafx");

    private Main() {}

    public static void main(String[] arguments) {
        var systemLanguage = Locale.getDefault(Locale.Category.DISPLAY).getLanguage();
        // Some languages have digits of their own that no server reads.
        Locale.setDefault(Locale.ENGLISH);
        DisplayLanguage.findByCode(systemLanguage).ifPresent(DisplayLanguage::use);
        JAVAFX.setLevel(Level.SEVERE);
        ProgramLogSetup.quietConsole();
        var environment = ProcessEnvironment.ofThisProcess();
        CrashReportWriter.install(UserDirectories.crashesFolder(environment.variables(), environment.home()));
        if (new RawCommandLineArguments(List.of(arguments)).opensWindow()
                && MainWindow.hasDisplay(environment.variables())) {
            JavaFxToolkitStarter.startInBackground();
        }
        System.exit(CommandLineFactory.commandLine(environment, arguments).execute(arguments));
    }
}
