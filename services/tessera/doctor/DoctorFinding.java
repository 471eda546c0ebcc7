package tessera.doctor;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.alerts.Severity;
import tessera.model.CommandTarget;
import tessera.model.PlainText;

/**
 * Something that is wrong, or worth knowing.
 *
 * @param id       what kind of finding it is, for programs
 * @param object   what it is about, as kubectl names it, e.g. {@code nodes/h100-04}; empty for the cluster
 * @param node     the node it is about, or on which its object is; empty where there is none
 * @param headline one sentence: what is wrong
 * @param because  how that comes, and what follows from it; may be empty
 * @param evidence by which it is known
 * @param remedy   what helps; empty where nothing is known to
 * @param commands that do it, or begin with it, the best first
 * @param mending  the change that does it; empty where no change is known to
 * @param others   of which the same is told, as kubectl names them; empty where it is told of its object alone
 */
public record DoctorFinding(String id, Severity severity, String object, String node, String headline, String because,
        List<String> evidence, String remedy, List<String> commands, Optional<Remediation> mending,
        List<String> others) {

    /** Others may write more than anybody reads. */
    private static final int LONGEST = 4_000;

    public DoctorFinding {
        headline = PlainText.shortened(headline, LONGEST);
        because = PlainText.shortened(because, LONGEST);
        evidence = evidence.stream().filter(each -> !each.isBlank()).map(each -> PlainText.shortened(each, LONGEST))
                .toList();
        commands = List.copyOf(commands);
        others = List.copyOf(others);
    }

    /** One that no change is known to mend. */
    DoctorFinding(String id, Severity severity, String object, String node, String headline, String because,
            List<String> evidence, String remedy, List<String> commands) {
        this(id, severity, object, node, headline, because, evidence, remedy, commands, Optional.empty(), List.of());
    }

    /** The same, mended by a change. */
    DoctorFinding mendedBy(Remediation change) {
        return new DoctorFinding(id, severity, object, node, headline, because, evidence, remedy, commands,
                Optional.of(change), others);
    }

    /** The same, more or less urgent. */
    DoctorFinding as(Severity other) {
        return new DoctorFinding(id, other, object, node, headline, because, evidence, remedy, commands, mending,
                others);
    }

    /** The same with other commands. */
    DoctorFinding with(List<String> instead) {
        return new DoctorFinding(id, severity, object, node, headline, because, evidence, remedy, instead, mending,
                others);
    }

    /** The same with more by which it is known. */
    DoctorFinding and(String more) {
        var all = Stream.concat(evidence.stream(), Stream.of(more)).toList();
        return new DoctorFinding(id, severity, object, node, headline, because, all, remedy, commands, mending, others);
    }

    /** The same, told of others, too. */
    DoctorFinding alsoOf(List<String> more) {
        return new DoctorFinding(id, severity, object, node, headline, because, evidence, remedy, commands, mending,
                more);
    }

    /** The same with commands that name the cluster they are for. */
    DoctorFinding in(CommandTarget cluster) {
        return new DoctorFinding(id, severity, object, node, headline, because, evidence, remedy,
                commands.stream().map(cluster::of).toList(), mending, others);
    }

    static String node(String name) {
        return "nodes/" + name;
    }

    static String pod(String key) {
        int slash = key.indexOf('/');
        return "pods/" + key.substring(slash + 1) + " -n " + key.substring(0, slash);
    }
}
