package tessera.app;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tessera.model.Failure;
import tessera.model.Problem;

/** What the command line says when something goes wrong: one sentence on standard error. */
final class Complaints {

    private static final Logger LOG = System.getLogger(Complaints.class.getName());

    private Complaints() {}

    static int failed(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof Failure known) {
            command.getErr().println("tessera: " + sentence(known.problem()));
        } else {
            LOG.log(Level.DEBUG, "unexpected", failure);
            command.getErr().println("tessera: something unexpected happened: " + failure);
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** Everything on one line, so that scripts can log it. */
    static String sentence(Problem problem) {
        var text = problem.sentence() + (problem.remedy().isEmpty() ? "" : ". " + problem.remedy());
        return text.replaceAll("\\s*\\R\\s*", " ").strip();
    }

    static int misunderstood(ParameterException misuse, String[] arguments) {
        var command = misuse.getCommandLine();
        command.getErr().println("tessera: " + String.valueOf(misuse.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        if (!UnmatchedArgumentException.printSuggestions(misuse, command.getErr())) {
            command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        }
        return CommandLine.ExitCode.USAGE;
    }
}
