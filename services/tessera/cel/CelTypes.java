package tessera.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.TypeParamType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.semver4j.Semver;

/** The types that an API server adds to the language, and the names of types in {@link KubernetesCelFunction}. */
final class CelTypes implements CelTypeProvider {

    private static final Map<String, CelType> KUBERNETES = Map.of("Quantity", OpaqueType.create("kubernetes.Quantity"),
            "Semver", OpaqueType.create("kubernetes.Semver"), "URL", OpaqueType.create("kubernetes.URL"), "IP",
            OpaqueType.create("net.IP"), "CIDR", OpaqueType.create("net.CIDR"), "Format",
            OpaqueType.create("kubernetes.NamedFormat"));
    private static final Map<String, CelType> SIMPLE = Map.of("string", SimpleType.STRING, "int", SimpleType.INT,
            "uint", SimpleType.UINT, "double", SimpleType.DOUBLE, "bool", SimpleType.BOOL, "bytes", SimpleType.BYTES,
            "duration", SimpleType.DURATION, "timestamp", SimpleType.TIMESTAMP, "dyn", SimpleType.DYN);
    private static final Map<String, CelType> DEVICE_FIELDS = Map.of("driver", SimpleType.STRING, "attributes",
            named("map(string,map(string,dyn))"), "capacity", named("map(string,map(string,Quantity))"),
            "allowMultipleAllocations", SimpleType.BOOL);

    /** A device as selectors see it. */
    static final StructType DEVICE = StructType.create("kubernetes.DRADevice",
            ImmutableSet.copyOf(DEVICE_FIELDS.keySet()), name -> Optional.ofNullable(DEVICE_FIELDS.get(name)));

    private static final ImmutableList<CelType> ALL = ImmutableList.<CelType>builder().addAll(KUBERNETES.values())
            .add(DEVICE).build();

    @Override
    public ImmutableCollection<CelType> types() {
        return ALL;
    }

    @Override
    public Optional<CelType> findType(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    /** Returns the type of this name, for example {@code list(string)}; a capital letter stands for any type. */
    static CelType named(String name) {
        int open = name.indexOf('(');
        if (open < 0) {
            return Optional.ofNullable(SIMPLE.get(name)).or(() -> Optional.ofNullable(KUBERNETES.get(name)))
                    .orElseGet(() -> TypeParamType.create(name));
        }
        var inner = name.substring(open + 1, name.length() - 1);
        return switch (name.substring(0, open)) {
            case "list" -> ListType.create(named(inner));
            case "optional" -> OptionalType.create(named(inner));
            default -> MapType.create(SimpleType.STRING, named(inner.substring(inner.indexOf(',') + 1)));
        };
    }

    /** Returns the class of the values of a type that arguments of functions have. */
    static Class<?> valueClass(String name) {
        return switch (name) {
            case "string" -> String.class;
            case "int" -> Long.class;
            case "bool" -> Boolean.class;
            case "Quantity" -> CelQuantity.class;
            case "Semver" -> Semver.class;
            default -> name.startsWith("list") ? List.class : Object.class;
        };
    }
}
