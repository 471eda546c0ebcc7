package tessera.plan.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.fit.Launch;
import tessera.lint.finding.Finding;
import tessera.lint.subject.Manifest;
import tessera.model.ObjectRef;
import tessera.plan.survey.ManifestLookups.KnownKind;
import tessera.plan.survey.ManifestLookups.Quota;
import tessera.quota.Queues;

/**
 * All that a planner of launches knows.
 *
 * @param kinds    by {@code apiVersion/kind}; empty for those that the cluster does not know
 * @param quotas   by namespace
 * @param findings what is wrong with the manifest, in this cluster
 * @param fits     how the pods would fare now
 * @param existing objects of the manifest that are there already
 * @param queues   what those have left that work names; empty where none does
 * @param gaps     what could not be looked at, a sentence each without a full stop
 */
record LaunchSurvey(Manifest manifest, Map<String, Optional<KnownKind>> kinds,
        Map<String, List<Quota>> quotas, List<Finding> findings, List<Launch> fits,
        List<ObjectRef> existing,
        Optional<Queues> queues, List<String> gaps) {

    LaunchSurvey {
        kinds = Map.copyOf(kinds);
        quotas = Map.copyOf(quotas);
        findings = List.copyOf(findings);
        fits = List.copyOf(fits);
        existing = List.copyOf(existing);
        gaps = List.copyOf(gaps);
    }
}
