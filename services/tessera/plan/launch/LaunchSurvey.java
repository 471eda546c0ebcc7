package tessera.plan.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.lint.finding.Finding;
import tessera.lint.subject.Manifest;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.survey.ManifestLookups.KnownKind;
import tessera.plan.survey.ManifestLookups.Quota;

/**
 * All that a planner of launches knows.
 *
 * @param kinds    by {@code apiVersion/kind}; empty for those that the cluster does not know
 * @param quotas   by namespace
 * @param findings what is wrong with the manifest, in this cluster
 * @param gaps     what could not be looked at
 */
record LaunchSurvey(Manifest manifest, Snapshot snapshot, Map<String, Optional<KnownKind>> kinds,
        Map<String, List<Quota>> quotas, List<Finding> findings, List<Problem> gaps) {

    LaunchSurvey {
        kinds = Map.copyOf(kinds);
        quotas = Map.copyOf(quotas);
        findings = List.copyOf(findings);
        gaps = List.copyOf(gaps);
    }
}
