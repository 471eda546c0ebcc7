package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.doctor.Matrix.Of;

/** Looks at what is wrong with a GPU stack and told by none of its labels and states. */
final class SignChecks {

    private final Matrix matrix;
    private final StackSigns signs;
    private final Predicate<String> asked;

    /** @param asked whether a node is meant */
    SignChecks(Matrix matrix, StackSigns signs, Predicate<String> asked) {
        this.matrix = matrix;
        this.signs = signs;
        this.asked = asked;
    }

    List<Finding> findings() {
        var found = new ArrayList<Finding>();
        signs.held().entrySet().stream().filter(each -> asked.test(each.getKey())).sorted(Map.Entry.comparingByKey())
                .forEach(each -> found.add(matrix.finding("upgrade-held", Of.node(each.getKey(), ""),
                        each.getValue())));
        signs.memory().forEach((operator, evidence) -> found.add(matrix.finding("operator-memory",
                new Of("deployments/%s -n %s".formatted(operator.name(), operator.namespace()), "",
                        Map.of("namespace", operator.namespace())),
                evidence)));
        signs.old().ifPresent(each -> found.add(each.finding(matrix)));
        if (signs.monitors().several().size() > 1) {
            found.add(matrix.finding("exporter-read-twice",
                    Of.cluster(String.join(" and ", signs.monitors().several())),
                    List.of("each selects the exporter by its labels")));
        }
        if (!signs.monitors().unheeded().isEmpty()) {
            found.add(matrix.finding("exporter-unread",
                    Of.cluster(String.join(" and ", signs.monitors().unheeded())), signs.monitors().heeded()));
        }
        return List.copyOf(found);
    }
}
