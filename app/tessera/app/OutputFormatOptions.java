package tessera.app;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.CommandReport;
import tessera.app.report.OutputFormat;
import tessera.model.Failure;
import tessera.model.UnreadObjects;

/** The option for a command's output format. */
final class OutputFormatOptions {

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "table", description = "One of: ${COMPLETION-CANDIDATES}.", completionCandidates = OutputFormatNames.class)
    private OutputFormat format = OutputFormat.TABLE;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Prints all of a report that is about no cluster, or fails. */
    void print(CommandReport report) throws Failure {
        print(report, UnreadObjects.NONE);
    }

    /**
     * Prints all of a report, or fails.
     *
     * @param unread objects that it lacks
     */
    void print(CommandReport report, UnreadObjects unread) throws Failure {
        command.commandLine().getOut().print(report.print(format, unread));
        CliErrors.flushOutput(command.commandLine());
    }
}
