package tessera.app;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.CommandReport;
import tessera.app.report.OutputFormat;
import tessera.model.Failure;

/** How a command prints its answer. */
final class FormOptions {

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "table", description = "One of: ${COMPLETION-CANDIDATES}.", completionCandidates = OutputForms.class)
    private OutputFormat format = OutputFormat.TABLE;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Prints all of a report, or fails. */
    void print(CommandReport report) throws Failure {
        command.commandLine().getOut().print(report.print(format));
        CliErrors.flush(command.commandLine());
    }
}
