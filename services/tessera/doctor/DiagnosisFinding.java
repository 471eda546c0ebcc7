package tessera.doctor;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.model.CopiedCommandContext;
import tessera.model.ForeignTextSanitizer;
import tessera.text.Reason;

/**
 * A problem, or something worth knowing.
 *
 * @param id       what kind of finding it is, for programs
 * @param object   what it is about, as kubectl names it, e.g. {@code nodes/h100-04}; empty for the cluster
 * @param node     the node it is about, or on which its object is; empty where there is none
 * @param reason   what is wrong
 * @param explanation  how that comes, and what follows from it; may be empty
 * @param evidence by which it is known
 * @param remedy   what helps; empty where nothing is known to
 * @param commands that do it, or begin with it, the best first
 * @param remediation  the change that does it; empty where no change is known to
 * @param otherObjects   of which the same is told, as kubectl names them; empty where it is told of its object alone
 */
public record DiagnosisFinding(String id, AlertOrFindingSeverity severity, String object, String node, Reason reason,
        String explanation, List<String> evidence, String remedy, List<String> commands,
        Optional<FindingRemediation> remediation, List<String> otherObjects) {

    /** Others may write more than anybody reads. */
    private static final int LONGEST = 4_000;

    public DiagnosisFinding {
        explanation = ForeignTextSanitizer.abbreviate(explanation, LONGEST);
        evidence = evidence.stream().filter(each -> !each.isBlank())
                .map(each -> ForeignTextSanitizer.abbreviate(each, LONGEST)).toList();
        commands = List.copyOf(commands);
        otherObjects = List.copyOf(otherObjects);
    }

    /** One that no change is known to mend. */
    DiagnosisFinding(String id, AlertOrFindingSeverity severity, String object, String node, Reason reason,
            String because, List<String> evidence, String remedy, List<String> commands) {
        this(id, severity, object, node, reason, because, evidence, remedy, commands, Optional.empty(), List.of());
    }

    /** Returns what is wrong, in one sentence. */
    public String headline() {
        return ForeignTextSanitizer.abbreviate(reason.text(), LONGEST);
    }

    /** Returns the same with a remediation. */
    DiagnosisFinding withRemediation(FindingRemediation change) {
        return new DiagnosisFinding(id, severity, object, node, reason, explanation, evidence, remedy, commands,
                Optional.of(change), otherObjects);
    }

    /** Returns the same with another severity. */
    DiagnosisFinding withSeverity(AlertOrFindingSeverity other) {
        return new DiagnosisFinding(id, other, object, node, reason, explanation, evidence, remedy, commands,
                remediation, otherObjects);
    }

    /** Returns the same with other commands. */
    DiagnosisFinding withCommands(List<String> instead) {
        return new DiagnosisFinding(id, severity, object, node, reason, explanation, evidence, remedy, instead,
                remediation, otherObjects);
    }

    /** Returns the same with more evidence. */
    DiagnosisFinding withEvidence(String more) {
        var all = Stream.concat(evidence.stream(), Stream.of(more)).toList();
        return new DiagnosisFinding(id, severity, object, node, reason, explanation, all, remedy, commands, remediation,
                otherObjects);
    }

    /** Returns the same about other objects, too. */
    DiagnosisFinding withOtherObjects(List<String> more) {
        return new DiagnosisFinding(id, severity, object, node, reason, explanation, evidence, remedy, commands,
                remediation, more);
    }

    /** Returns the same with commands that name their cluster. */
    DiagnosisFinding forTarget(CopiedCommandContext cluster) {
        return new DiagnosisFinding(id, severity, object, node, reason, explanation, evidence, remedy,
                commands.stream().map(cluster::targetCommand).toList(), remediation, otherObjects);
    }

    static String nodeResource(String name) {
        return "nodes/" + name;
    }

    static String podResource(String key) {
        int slash = key.indexOf('/');
        return "pods/" + key.substring(slash + 1) + " -n " + key.substring(0, slash);
    }
}
