package tessera.app.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.DeviceQuotasReport;
import tessera.app.report.NamespacePermissionsReport;
import tessera.app.wiring.ClusterSelectionService;
import tessera.gpu.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.ListPermissionProblemGrouper;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.quota.LocalQueues;
import tessera.quota.LocalQueues.LocalQueue;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTableBuilder;
import tessera.quota.QuotaTableRow;
import tessera.quota.QuotaTableRow.QuotaOwnerKind;
import tessera.quota.access.NamespacePermissionReader;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Prints quotas of devices: hard limit, used, available now. */
@Command(name = "quotas", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class QuotasCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotasCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "quotas.namespace")
    private String namespace = "";

    @Option(names = "--who-may", descriptionKey = "quotas.who-may")
    private boolean who;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        try (var clusterSelection = cluster.openDesk()) {
            var fleet = ClusterSnapshotAwaiter.awaitFleet(clusterSelection.snapshots(), clusterSelection.accelerators(),
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE, outputOptions.clusterTimeout());
            NamespaceOptionValidator.checkExists(clusterSelection, fleet.snapshot(), namespace, spec.commandLine());
            if (who) {
                printAccess(clusterSelection);
                return 0;
            }
            var quotas = readQuotas(clusterSelection, fleet);
            outputOptions.print(
                    new DeviceQuotasReport(quotas,
                            filterLines(QuotaTableBuilder.buildLines(quotas, fleet.snapshot(),
                                    clusterSelection.accelerators()), clusterQueues(clusterSelection)),
                            namespace),
                    clusterSelection);
            printGaps(quotas, fleet.snapshot());
            outputOptions.printGaps(fleet.snapshot());
        }
        return 0;
    }

    /** Prints the parts that may not be read, together as one remark. */
    private void printGaps(QuotaOverview quotas, ClusterSnapshot clusterSnapshot) {
        var bounds = quotas.quotasOf(namespace);
        var gaps = new ArrayList<Problem>();
        Stream.of(quotas.quotaProblem(), bounds.quotaGap(), quotas.limitProblem(), bounds.limitsGap(),
                quotas.queueProblem()).flatMap(Optional::stream).forEach(gaps::add);
        if (clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            gaps.add(problem.withContext(MESSAGES.reason("quotas.freeUnknown")));
        }
        var closed = ListPermissionProblemGrouper.groupForbidden(gaps);
        if (!closed.isEmpty()) {
            CommandLineErrorPrinter.printRemark(Problem
                    .of(OperationProblemKind.FORBIDDEN,
                            SentenceJoiner.joinClauses(ListPermissionProblemGrouper.problemLines(closed)))
                    .withRemedy(String.join(" ", ListPermissionProblemGrouper.remedies(closed))), spec.commandLine());
        }
        gaps.stream().distinct().filter(problem -> !closed.contains(problem))
                .forEach(problem -> CommandLineErrorPrinter.printRemark(problem, spec.commandLine()));
    }

    private void printAccess(ClusterSelectionService clusterSelection) throws ProblemException {
        try {
            var reached = clusterSelection.clusterServices();
            var may = new NamespacePermissionReader(reached.objectSource(), reached.planRunner()::checkAccess,
                    reached::version).read(namespace);
            outputOptions.print(new NamespacePermissionsReport(may), clusterSelection);
            may.grantGap().ifPresent(problem -> CommandLineErrorPrinter.printRemark(problem, spec.commandLine()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    /** Returns the quotas of the chosen namespace, and of the ClusterQueues that admit its work. */
    private List<QuotaTableRow> filterLines(List<QuotaTableRow> lines, Set<String> queues) {
        if (namespace.isEmpty()) {
            return lines;
        }
        return lines.stream()
                .filter(tableRow -> tableRow.ownerKind() == QuotaOwnerKind.QUEUE ? queues.contains(tableRow.owner())
                        : tableRow.owner().equals(namespace))
                .toList();
    }

    /** Returns the ClusterQueues that the namespace's LocalQueues lead to; none where no namespace is chosen. */
    private Set<String> clusterQueues(ClusterSelectionService clusterSelection) throws ProblemException {
        if (namespace.isEmpty()) {
            return Set.of();
        }
        try {
            var local = LocalQueues.read(clusterSelection.clusterServices().objectSource(), List.of(namespace));
            local.gapOf(namespace)
                    .ifPresent(problem -> CommandLineErrorPrinter.printRemark(
                            problem.withContext(MESSAGES.reason("quotas.queuesUnknown", namespace)),
                            spec.commandLine()));
            return local.queues().stream().filter(queue -> queue.namespace().equals(namespace))
                    .map(LocalQueue::clusterQueue).collect(Collectors.toSet());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }

    private QuotaOverview readQuotas(ClusterSelectionService clusterSelection, GpuFleet fleet) throws ProblemException {
        try {
            var reader = new QuotaReader(clusterSelection.clusterServices().objectSource(),
                    clusterSelection.accelerators());
            if (namespace.isEmpty()) {
                return reader.read(QuotaTableBuilder.visibleNamespaces(fleet.snapshot()));
            }
            return reader.readNamespaces(List.of(namespace));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
