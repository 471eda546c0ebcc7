package tessera.lint.rule;

import java.util.List;
import tessera.lint.manifest.KubeObject;

/** All rules that there are. */
public final class LintChecks {

    private static final List<LintCheck> ALL = List.of(new ApiChecks(), new KindChecks(), new RefusalChecks(),
            new FieldChecks(), new PortChecks(),
            new AmountChecks(),
            new DeviceLintChecks(), new QuotaChecks(), new BoundsChecks(), new SchedulingChecks(), new WorkloadChecks(),
            new ScheduleChecks(),
            new SizeChecks(), new TrainingChecks(), new PeerChecks(), new ProbeChecks(),
            new SelectedChecks(), new LoadingChecks(), new ParallelChecks(),
            new ServingChecks(),
            new EgressChecks(),
            new EnvironmentChecks(), new CommandChecks(),
            new OperatorChecks(), new SharingLintChecks(), new NodeLintChecks(), new ReadingChecks(),
            new SelectorChecks(),
            new ComparisonChecks(),
            new PartChecks(), new SafetyChecks(),
            new ConfigLintChecks(), new MetricChecks(), new QueryChecks(), new ClaimLintChecks(),
            new MonitoringChecks(),
            new PlatformChecks(),
            new ReachChecks(), new PluginChecks(), new SharedGpuChecks(), new AskedOfAllChecks(), new ClusterChecks(),
            new ReferenceChecks());

    private LintChecks() {}

    /** Looks at a manifest by all of them. */
    public static void run(CheckContext look) {
        ALL.forEach(check -> check.manifest(look));
        look.manifest().objects().forEach(object -> ALL.forEach(check -> {
            look.turnTo(object.words());
            run(check, object, look);
        }));
    }

    private static void run(LintCheck check, KubeObject object, CheckContext look) {
        check.object(object, look);
        look.turnTo(object.words());
        for (var template : object.templates()) {
            check.template(template, look);
            template.allContainers().forEach(container -> check.container(container, template, look));
        }
    }
}
