package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tessera.doctor.StackSymptomCatalog.SymptomObjectTextValues;

/** Checks the symptoms of a GPU stack that none of its labels and states shows. */
final class GpuStackSymptomChecks {

    private final StackSymptomCatalog matrix;
    private final GpuStackSymptoms signs;
    private final Predicate<String> asked;

    /** @param asked whether a node is meant */
    GpuStackSymptomChecks(StackSymptomCatalog matrix, GpuStackSymptoms signs, Predicate<String> asked) {
        this.matrix = matrix;
        this.signs = signs;
        this.asked = asked;
    }

    List<DiagnosisFinding> findings() {
        var found = new ArrayList<DiagnosisFinding>();
        signs.blockedUpgrades().entrySet().stream().filter(each -> asked.test(each.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(each -> found
                        .add(matrix.finding("upgrade-held", SymptomObjectTextValues.ofNode(each.getKey(), ""),
                                each.getValue())));
        signs.outOfMemory().forEach((operator, evidence) -> found.add(matrix.finding("operator-memory",
                new SymptomObjectTextValues("deployments/%s -n %s".formatted(operator.name(), operator.namespace()), "",
                        Map.of("namespace", operator.namespace())),
                evidence)));
        signs.outdatedDefinitions().ifPresent(definitions -> found.add(definitions.finding(matrix)));
        if (signs.monitors().duplicates().size() > 1) {
            found.add(matrix.finding("exporter-read-twice",
                    SymptomObjectTextValues.ofCluster(String.join(" and ", signs.monitors().duplicates())),
                    List.of("each selects the exporter by its labels")));
        }
        if (!signs.monitors().unselected().isEmpty()) {
            found.add(matrix.finding("exporter-unread",
                    SymptomObjectTextValues.ofCluster(String.join(" and ", signs.monitors().unselected())),
                    signs.monitors().selectorTexts()));
        }
        return List.copyOf(found);
    }
}
