package tessera.plan.operator;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.NodeInfo;
import tessera.model.Snapshot;
import tessera.plan.draft.Plan;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.survey.Lookups;
import tessera.plan.survey.ReleaseObject;

/** Plans what is wanted of a release: reads what must be known, then asks a pure planner. Safe for use by several threads. */
public final class ReleasePlans {

    private static final String NVIDIA = "NVIDIA";

    private final Lookups lookups;
    private final Supplier<Snapshot> snapshot;
    private final Accelerators accelerators;

    public ReleasePlans(Lookups lookups, Supplier<Snapshot> snapshot, Accelerators accelerators) {
        this.lookups = lookups;
        this.snapshot = snapshot;
        this.accelerators = accelerators;
    }

    /** Works out a plan; waits for the server. */
    public Plan plan(ReleaseIntent intent) throws Failure, InterruptedException {
        return ReleasePlanner.plan(intent, survey(intent));
    }

    /** What is looked at before something is installed; waits for the server. */
    public List<Check> preflight(ReleaseIntent.Install intent) throws Failure, InterruptedException {
        var survey = survey(intent);
        return new Preflight(survey.nodes(), survey.gpus(), survey.site(), Values.read(intent.values()),
                intent.chart().version()).all(intent.release().namespace());
    }

    private ReleaseSurvey survey(ReleaseIntent intent) throws Failure, InterruptedException {
        var releases = lookups.releases();
        var name = intent.release();
        var target = intent instanceof ReleaseIntent.RollBack(var _, var revision)
                ? releases.release(name, Optional.of(revision))
                : Optional.<ReleaseObject>empty();
        var now = snapshot.get();
        var fleet = new Fleet.Reader(accelerators).read(now);
        var gpus = fleet.nodes().stream().filter(node -> node.vendor().equals(NVIDIA)).toList();
        var idle = gpus.stream().filter(node -> node.state().compareTo(GpuNode.State.NOT_OFFERED) <= 0)
                .map(GpuNode::name).collect(Collectors.toSet());
        int lost = (int) gpus.stream().filter(node -> node.state().compareTo(GpuNode.State.NOT_READY) <= 0).count();
        int holders = gpus.stream().mapToInt(node -> node.holders().size()).sum();
        boolean changes = !(intent instanceof ReleaseIntent.Install || intent instanceof ReleaseIntent.Uninstall);
        return new ReleaseSurvey(releases.release(name, Optional.empty()), target, releases.site(name.namespace()),
                now.nodes().stream().map(NodeInfo::facts).toList(),
                gpus.stream().map(node -> node.info().facts()).toList(), lost, idle, holders,
                changes ? Clinging.on(gpus, lookups) : Clinging.NONE);
    }
}
