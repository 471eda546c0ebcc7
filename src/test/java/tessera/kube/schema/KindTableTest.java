package tessera.kube.schema;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of kinds is complete in itself. */
class KindTableTest {

    private static final Set<String> SCALARS = Set.of("string", "bytes", "int32", "int64", "double", "bool", "quantity",
            "int-or-string", "time", "microtime", "any", "near");

    static Stream<KindTable> tables() {
        return Stream.of(KindTable.builtIn(), KindTable.ofServers(), KindTable.ofManifests());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyTypeOfAFieldIsInTheTable(KindTable table) {
        var unknown = new TreeSet<String>();
        table.types().values().forEach(type -> type.fields().forEach((name, field) -> {
            var plain = field.type().replaceAll("^(\\[]|\\{})+", "");
            if (!SCALARS.contains(plain) && !table.types().containsKey(plain)) {
                unknown.add(type.name() + "." + name + " " + field.type());
            }
        }));
        assertThat(unknown).isEmpty();
    }

    @Test
    void aKindIsFoundByItsVersionAndName() {
        var table = KindTable.ofManifests();
        assertThat(table.findKind("apps/v1", "Deployment").orElseThrow().isOfManifests()).isTrue();
        assertThat(table.findKind("v1", "Endpoints").orElseThrow().isOfManifests()).isFalse();
        assertThat(table.findKind("resource.k8s.io/v1beta1", "ResourceClaim").map(KindType::name))
                .contains("ResourceClaimV1beta1");
        assertThat(table.findKind("events.k8s.io/v1", "Event").map(KindType::name)).contains("Event.events.k8s.io");
        assertThat(table.findKind("apps/v1", "Pod")).isEmpty();
    }

    @Test
    void aFieldHasItsMarkItsFlagsAndItsValues() {
        assertThat(field("Container", "env").option("merge")).contains("name");
        assertThat(field("Container", "imagePullPolicy").values()).isEqualTo("Always|IfNotPresent|Never");
        assertThat(field("Pod", "spec")).extracting(KindField::type, KindField::mark).containsExactly("PodSpec",
                KindField.ALWAYS_WRITTEN);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyFlagOfAFieldIsKnown(KindTable table) {
        var flags = Set.of("list", "merge", "retain", "replace", "atomic", "values", "values-of-manifests",
                "values-by-server", "required", "required-of-manifests", "required-by-server", "missing", "says",
                "default", "immutable", "unique", "unique-item", "most", "inline");
        assertThat(table.types().values().stream().flatMap(type -> type.fields().values().stream())
                .flatMap(field -> field.flags().stream()).map(flag -> flag.replaceFirst("=.*", ""))).isSubsetOf(flags);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void theServerAndManifestsAreHeldToTheSameValuesUnlessTheTableSaysOtherwise(KindTable table) {
        assertThat(table.types().values().stream().flatMap(type -> type.fields().values().stream())
                .filter(field -> field.option("values").isPresent()))
                .allSatisfy(field -> assertThat(field.constraintByServer()).isPresent()
                        .isEqualTo(field.constraintOfManifests()));
    }

    private static KindField field(String type, String name) {
        return Objects.requireNonNull(Objects.requireNonNull(KindTable.builtIn().types().get(type)).fields().get(name));
    }
}
