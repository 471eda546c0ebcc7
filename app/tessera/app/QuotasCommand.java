package tessera.app;

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
import tessera.app.report.AccessReport;
import tessera.app.report.QuotasReport;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.ForbiddenLists;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.quota.LocalQueues;
import tessera.quota.LocalQueues.LocalQueue;
import tessera.quota.QuotaLine;
import tessera.quota.QuotaLine.LineOwner;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTable;
import tessera.quota.access.AccessReader;

/** Prints who may take how many devices, what of that is used, and what could be had now. */
@Command(name = "quotas", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List GPU quotas of namespaces and queues: limit, used, left, and what is free on nodes.")
final class QuotasCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", description = "List only this namespace.")
    private String namespace = "";

    @Option(names = "--who-may", description = "List instead who may create pods, exec into them, change quotas and change nodes, in the namespace of --namespace or anywhere.")
    private boolean who;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.opened()) {
            var fleet = SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(),
                    SnapshotAwaiter.RequiredSource.NONE, printing.patience());
            NamespaceOption.there(desk, fleet.snapshot(), namespace, spec.commandLine());
            if (who) {
                whoMay(desk);
                return 0;
            }
            var quotas = read(desk, fleet);
            printing.print(new QuotasReport(quotas, wanted(
                    QuotaTable.of(quotas, fleet.snapshot(), desk.accelerators()), queues(desk)), namespace), desk);
            gaps(quotas, fleet.snapshot());
            printing.complain(fleet.snapshot());
        }
        return 0;
    }

    /** What may not be read is one complaint. */
    private void gaps(QuotaOverview quotas, Snapshot snapshot) {
        var bounds = quotas.of(namespace);
        var gaps = new ArrayList<Problem>();
        Stream.of(quotas.partial(), bounds.quotaGap(), quotas.someLimits(), bounds.limitsGap(), quotas.queueGap())
                .flatMap(Optional::stream).forEach(gaps::add);
        if (snapshot.nodeHealth() instanceof SourceHealth.Absent(var why)) {
            gaps.add(why.about("What nodes have free is not known"));
        }
        var closed = ForbiddenLists.together(gaps);
        if (!closed.isEmpty()) {
            CliErrors.remark(Problem.of(ProblemKind.FORBIDDEN, String.join("; ", ForbiddenLists.lines(closed)))
                    .withRemedy(String.join(" ", ForbiddenLists.remedies(closed))),
                    spec.commandLine());
        }
        gaps.stream().distinct().filter(why -> !closed.contains(why))
                .forEach(why -> CliErrors.remark(why, spec.commandLine()));
    }

    private void whoMay(ClusterDesk desk) throws Failure {
        try {
            var reached = desk.reached();
            var may = new AccessReader(reached.objects(), reached.planner()::may, reached::version).read(namespace);
            printing.print(new AccessReport(may), desk);
            may.grantGap().ifPresent(why -> CliErrors.remark(why, spec.commandLine()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    /** Those of a namespace that is meant, and of the ClusterQueues that let its work in. */
    private List<QuotaLine> wanted(List<QuotaLine> lines, Set<String> queues) {
        return namespace.isEmpty() ? lines
                : lines.stream().filter(line -> line.of() == LineOwner.QUEUE ? queues.contains(line.owner())
                        : line.owner().equals(namespace)).toList();
    }

    /** The ClusterQueues to which the LocalQueues of the namespace lead; none where no namespace is meant. */
    private Set<String> queues(ClusterDesk desk) throws Failure {
        if (namespace.isEmpty()) {
            return Set.of();
        }
        try {
            var local = LocalQueues.read(desk.reached().objects(), List.of(namespace));
            local.gap(namespace).ifPresent(why -> CliErrors.remark(
                    why.about("Which queues of Kueue let in work of %s is not known".formatted(namespace)),
                    spec.commandLine()));
            return local.all().stream().filter(queue -> queue.namespace().equals(namespace))
                    .map(LocalQueue::leadsTo).collect(Collectors.toSet());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }

    private QuotaOverview read(ClusterDesk desk, GpuFleet fleet) throws Failure {
        try {
            var reader = new QuotaReader(desk.reached().objects(), desk.accelerators());
            return namespace.isEmpty() ? reader.read(QuotaTable.known(fleet.snapshot()))
                    : reader.only(List.of(namespace));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
    }
}
