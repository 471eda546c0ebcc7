package tessera.plan.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.lint.finding.LintFinding;
import tessera.lint.manifest.KubernetesManifest;
import tessera.model.ObjectRef;
import tessera.plan.context.ReferencedObjectReader.QuotaWithUsage;
import tessera.plan.context.ReferencedObjectReader.ServedKind;
import tessera.quota.KueueQueues;
import tessera.scheduling.PredictedPodPlacement;
import tessera.text.Reason;

/**
 * The complete input of a launch planner.
 *
 * @param kinds    by {@code apiVersion/kind}; empty for those that the cluster does not know
 * @param quotas   by namespace
 * @param findings what is wrong with the manifest, in this cluster
 * @param outcomes     how the pods would fare now
 * @param existing objects of the manifest that are there already
 * @param queues   what those have left that work names; empty where none does
 * @param gaps     what could not be looked at
 */
record WorkloadLaunchPlannerInput(KubernetesManifest manifest, Map<String, Optional<ServedKind>> kinds,
        Map<String, List<QuotaWithUsage>> quotas, List<LintFinding> findings, List<PredictedPodPlacement> outcomes,
        List<ObjectRef> existing, Optional<KueueQueues> queues, List<Reason> gaps) {

    WorkloadLaunchPlannerInput {
        kinds = Map.copyOf(kinds);
        quotas = Map.copyOf(quotas);
        findings = List.copyOf(findings);
        outcomes = List.copyOf(outcomes);
        existing = List.copyOf(existing);
        gaps = List.copyOf(gaps);
    }
}
