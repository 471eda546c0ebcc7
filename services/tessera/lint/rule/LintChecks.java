package tessera.lint.rule;

import java.util.List;
import tessera.lint.manifest.KubeObject;

/** All lint checks. */
public final class LintChecks {

    private static final List<LintCheck> ALL = List.of(new ApiChecks(), new KindChecks(), new PodRejectionChecks(),
            new FieldChecks(), new PortChecks(),
            new AmountChecks(),
            new DeviceLintChecks(), new QuotaChecks(), new BoundsChecks(), new SchedulingChecks(), new WorkloadChecks(),
            new ScheduleChecks(),
            new SizeChecks(), new TrainingChecks(), new PeerChecks(), new ProbeChecks(),
            new SelectorSpellingChecks(), new LoadingChecks(), new ParallelChecks(),
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
            new ReachChecks(), new PluginChecks(), new SharedGpuChecks(), new QuotaRequirementChecks(),
            new ClusterPresenceChecks(),
            new ReferenceChecks());

    private LintChecks() {}

    /** Runs all checks on a manifest. */
    public static void run(CheckContext context) {
        ALL.forEach(check -> check.checkManifest(context));
        context.manifest().objects().forEach(object -> ALL.forEach(check -> {
            context.setSubject(object.objectName());
            run(check, object, context);
        }));
    }

    private static void run(LintCheck check, KubeObject object, CheckContext context) {
        check.checkObject(object, context);
        context.setSubject(object.objectName());
        for (var template : object.templates()) {
            check.checkTemplate(template, context);
            template.allContainers().forEach(container -> check.checkContainer(container, template, context));
        }
    }
}
