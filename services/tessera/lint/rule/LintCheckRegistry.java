package tessera.lint.rule;

import java.util.List;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.rule.PodSchedulingLintChecks.NodeAffinityOperatorLintChecks;

/** All lint checks. */
public final class LintCheckRegistry {

    private static final List<LintCheck> ALL = List.of(new ObjectKindAndVersionLintChecks(),
            new ObjectKindExistenceLintChecks(), new PodRejectionLintChecks(), new ObjectFieldLintChecks(),
            new ServicePortLintChecks(), new ResourceAmountLintChecks(), new DeviceRequestLintChecks(),
            new QuotaLintChecks(), new KueueCoverageLintChecks(), new ClusterQueueLintChecks(),
            new LowerUpperBoundLintChecks(), new PodSchedulingLintChecks(), new WorkloadLintChecks(),
            new CronJobScheduleLintChecks(), new CpuMemoryPerGpuLintChecks(), new TrainingWorkloadLintChecks(),
            new TrainingPeerNameLintChecks(), new ProbePortLintChecks(), new SelectorMatchesNoPodLintChecks(),
            new ModelLoadingProbeLintChecks(), new ParallelSizeLintChecks(), new ScalingAndStorageLintChecks(),
            new NetworkEgressLintChecks(), new EnvironmentVariableLintChecks(), new ShellCommandLintChecks(),
            new GpuOperatorLintChecks(), new OperatorConfigMapReferenceLintChecks(), new NodeObjectDeviceLintChecks(),
            new MetricUsageLintChecks(), new NodeSelectorLintChecks(), new NodeAffinityOperatorLintChecks(),
            new ChartValuesPodSettingLintChecks(), new PodSecurityLintChecks(), new GpuConfigMapLintChecks(),
            new MetricNameLintChecks(), new PromqlQueryLintChecks(), new PrometheusRuleFormLintChecks(),
            new ResourceClaimLintChecks(),
            new MonitoringLintChecks(), new NonWorkloadLintChecks(), new ReferenceTargetLintChecks(),
            new DevicePluginPermissionLintChecks(), new GpuSharingAnnotationLintChecks(),
            new MissingQuotaRequestLintChecks(), new ClusterPrerequisiteLintChecks(),
            new ClusterObjectReferenceLintChecks());

    private LintCheckRegistry() {}

    /** Runs all checks on a manifest. */
    public static void run(LintCheckContext context) {
        ALL.forEach(check -> check.checkManifest(context));
        for (var object : context.manifest().objects()) {
            ALL.forEach(check -> {
                context.setSubject(object.objectName());
                run(check, object, context);
            });
        }
    }

    private static void run(LintCheck check, ManifestKubernetesObject object, LintCheckContext context) {
        check.checkObject(object, context);
        context.setSubject(object.objectName());
        for (var template : object.templates()) {
            check.checkTemplate(template, context);
            template.allContainers().forEach(container -> check.checkContainer(container, template, context));
        }
    }
}
