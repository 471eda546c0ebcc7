package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.doctor.SymptomCatalog.SymptomSubject;

/** Looks at what is wrong with a GPU stack and told by none of its labels and states. */
final class SignChecks {

    private final SymptomCatalog matrix;
    private final StackSigns signs;
    private final Predicate<String> asked;

    /** @param asked whether a node is meant */
    SignChecks(SymptomCatalog matrix, StackSigns signs, Predicate<String> asked) {
        this.matrix = matrix;
        this.signs = signs;
        this.asked = asked;
    }

    List<DoctorFinding> findings() {
        var found = new ArrayList<DoctorFinding>();
        signs.held().entrySet().stream().filter(each -> asked.test(each.getKey())).sorted(Map.Entry.comparingByKey())
                .forEach(each -> found.add(matrix.finding("upgrade-held", SymptomSubject.node(each.getKey(), ""),
                        each.getValue())));
        signs.memory().forEach((operator, evidence) -> found.add(matrix.finding("operator-memory",
                new SymptomSubject("deployments/%s -n %s".formatted(operator.name(), operator.namespace()), "",
                        Map.of("namespace", operator.namespace())),
                evidence)));
        signs.old().ifPresent(each -> found.add(each.finding(matrix)));
        if (signs.monitors().several().size() > 1) {
            found.add(matrix.finding("exporter-read-twice",
                    SymptomSubject.cluster(String.join(" and ", signs.monitors().several())),
                    List.of("each selects the exporter by its labels")));
        }
        if (!signs.monitors().unheeded().isEmpty()) {
            found.add(matrix.finding("exporter-unread",
                    SymptomSubject.cluster(String.join(" and ", signs.monitors().unheeded())),
                    signs.monitors().heeded()));
        }
        return List.copyOf(found);
    }
}
