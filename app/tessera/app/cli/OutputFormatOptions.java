package tessera.app.cli;

import java.util.Iterator;
import java.util.List;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.AbstractMultiFormatReport;
import tessera.app.report.OutputFormat;
import tessera.model.ProblemException;
import tessera.model.UnreadableObjects;

/** The option for a command's output format. */
final class OutputFormatOptions {

    @Option(names = {"-o",
        "--output"}, paramLabel = "FORMAT", defaultValue = "table", descriptionKey = "outputFormat.output", completionCandidates = OutputFormatNames.class)
    private OutputFormat format = OutputFormat.TABLE;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Prints all of a report that is about no cluster, or fails. */
    void print(AbstractMultiFormatReport report) throws ProblemException {
        print(report, UnreadableObjects.NONE);
    }

    /**
     * Prints all of a report, or fails.
     *
     * @param unread objects that it lacks
     */
    void print(AbstractMultiFormatReport report, UnreadableObjects unread) throws ProblemException {
        command.commandLine().getOut().print(report.print(format, unread));
        CommandLineErrorPrinter.flushOutput(command.commandLine());
    }

    /** Names of the output formats, as a user types them. */
    private static final class OutputFormatNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return List.of("table", "wide", "json", "csv").iterator();
        }
    }
}
