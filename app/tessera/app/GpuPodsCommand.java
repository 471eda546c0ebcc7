package tessera.app;

import java.time.Clock;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.GpuPodsReport;
import tessera.app.report.GpuPodsReport.PodListScope;
import tessera.insight.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.SchedulerEvents;
import tessera.scheduling.WorkloadWithoutPodsReader;

/** Prints the pods that request or hold GPUs. */
@Command(name = "pods", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List pods that request or use GPUs, pending pods first.")
final class GpuPodsCommand implements Callable<Integer> {

    @Mixin
    private ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private OutputAndTimeoutOptions printing = new OutputAndTimeoutOptions();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", description = "List only pods of this namespace.")
    private String namespace = "";

    @Option(names = "--pending", description = "List only pods without a node.")
    private boolean pending;

    @Option(names = "--all", description = "Also list pods that request devices that are not known accelerators, for example RDMA adapters.")
    private boolean all;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        try (var desk = cluster.openDesk()) {
            var accelerators = desk.accelerators();
            var fleet = ClusterSnapshotAwaiter.awaitFleet(desk.snapshots(), accelerators,
                    ClusterSnapshotAwaiter.RequiredObjects.PODS,
                    printing.clusterTimeout());
            NamespaceOption.checkExists(desk, fleet.snapshot(), namespace, spec.commandLine());
            var wanted = new PodListScope(pending, all, namespace);
            var report = new GpuPodsReport(fleet, accelerators, wanted, Clock.systemUTC().instant(),
                    readWaitingTexts(desk, fleet));
            printing.print(report, desk);
            printing.printGaps(fleet.snapshot());
            if (!all) {
                report.otherDevicesText()
                        .ifPresent(text -> printing.printRemark("Not listed: %s (--all lists %s)".formatted(text,
                                text.startsWith("1 ") ? "it" : "them")));
            }
            if (pending) {
                printMissingPods(desk, fleet.snapshot(), wanted);
            }
        }
        return 0;
    }

    /** Returns why pods wait, as far as events tell; nothing where those may not be read. */
    private Map<PodSummary, String> readWaitingTexts(ClusterSelectionService desk, GpuFleet fleet)
            throws ProblemException {
        try {
            return SchedulerEvents.waitingTexts(desk.clusterServices().objectSource(), fleet.waiting().stream()
                    .filter(pod -> namespace.isEmpty() || pod.namespace().equals(namespace)).toList());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } catch (ProblemException _) {
            return Map.of();
        }
    }

    /** Prints workloads without pods beside the list. */
    private void printMissingPods(ClusterSelectionService desk, ClusterSnapshot clusterSnapshot, PodListScope wanted)
            throws ProblemException {
        try {
            var found = new WorkloadWithoutPodsReader(desk.clusterServices().objectSource(), clusterSnapshot,
                    Clock.systemUTC().instant())
                    .findAll(desk.accelerators());
            found.gaps().forEach(printing::printRemark);
            var work = found.workloads().stream()
                    .filter(pods -> wanted.includesNamespace(pods.workload().namespace()))
                    .map(pods -> pods.workload().qualifiedName()).toList();
            if (!work.isEmpty()) {
                printing.printRemark("Not listed, as pods are lacking: %s (tessera why tells why)"
                        .formatted(String.join(", ", work)));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } catch (ProblemException unread) {
            printing.printRemark("Whether other work lacks pods is not known: " + unread.problem().problemText());
        }
    }
}
