package tessera.doctor;

import java.util.List;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.model.CopiedCommandContext;
import tessera.model.Problem;

/**
 * The result of an examination.
 *
 * @param findings the most urgent first
 * @param lookedAt what was examined, a sentence each
 * @param skipped  what could not be, and why, a sentence each
 * @param unreadable the problem of each collection, object or log that could not be read
 */
public record ClusterDiagnosis(List<DiagnosisFinding> findings, List<String> lookedAt, List<String> skipped,
        List<Problem> unreadable) {

    public ClusterDiagnosis {
        findings = List.copyOf(findings);
        lookedAt = List.copyOf(lookedAt);
        skipped = List.copyOf(skipped);
        unreadable = List.copyOf(unreadable);
    }

    /** Returns the same with commands that name their cluster. */
    public ClusterDiagnosis forTarget(CopiedCommandContext cluster) {
        return new ClusterDiagnosis(findings.stream().map(finding -> finding.forTarget(cluster)).toList(), lookedAt,
                skipped, unreadable);
    }

    public long countOf(AlertOrFindingSeverity alertOrFindingSeverity) {
        return findings.stream().filter(finding -> finding.severity() == alertOrFindingSeverity).count();
    }
}
