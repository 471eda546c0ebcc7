package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.AbstractMultiFormatReport;
import tessera.app.wiring.ClusterSelectionService;
import tessera.model.ClusterSnapshot;
import tessera.model.ProblemException;

/** The options for a command's output format and its timeout. */
final class OutputAndTimeoutOptions {

    @Mixin
    private OutputFormatOptions formatOptions = new OutputFormatOptions();

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "outputAndTimeout.timeout")
    private int timeout = 60;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    Duration clusterTimeout() {
        return Duration.ofSeconds(timeout);
    }

    /**
     * Prints all of a report, or fails.
     *
     * @param clusterSelection where the cluster was read that it is about
     */
    void print(AbstractMultiFormatReport report, ClusterSelectionService clusterSelection) throws ProblemException {
        formatOptions.print(report, clusterSelection.unread());
    }

    /** Prints the parts that the answer lacks. */
    void printGaps(ClusterSnapshot clusterSnapshot) {
        CommandLineErrorPrinter.remarkIncomplete(clusterSnapshot, command.commandLine());
    }

    /** Prints a remark to standard error. */
    void printRemark(String text) {
        CommandLineErrorPrinter.printLine(text, command.commandLine());
    }

    /** Prints the parts that are not measured or otherwise lacking. */
    void printGaps(MeasuredFleetSnapshot measuredFleet) {
        measuredFleet.gapText().ifPresent(this::printRemark);
        printGaps(measuredFleet.fleet().snapshot());
    }

    /** Separates the next output from the last by an empty line. */
    void printSeparator() {
        command.commandLine().getOut().println();
    }
}
