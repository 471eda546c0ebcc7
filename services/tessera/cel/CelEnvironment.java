package tessera.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.TypeParamType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.semver4j.Semver;

/** The compilers and the runtime of the library, with the functions of an API server. They are made when one is asked for. */
final class CelEnvironment {

    private static final CelOptions OPTIONS = CelOptions.current().enableHeterogeneousNumericComparisons(true).build();

    private CelEnvironment() {}

    private static final class SelectorCompiler {
        static final CelCompiler COMPILER = newCompiler(Map.of("device", CelTypes.DEVICE));
    }

    private static final class RuleCompiler {
        static final CelCompiler COMPILER = newCompiler(Map.of("self", SimpleType.DYN, "oldSelf", SimpleType.DYN));
    }

    private static final class SharedRuntime {
        static final CelRuntime RUNTIME = newRuntime();
    }

    static CelCompiler compiler(CelScope scope) {
        return switch (scope) {
            case DEVICE_SELECTOR -> SelectorCompiler.COMPILER;
            case SCHEMA_RULE -> RuleCompiler.COMPILER;
        };
    }

    static CelRuntime runtime() {
        return SharedRuntime.RUNTIME;
    }

    /** Returns the names of all functions, as expressions write them. */
    static Set<String> functionNames() {
        var names = new TreeSet<>(CelExtensions.getAllFunctionNames());
        KubernetesCelFunction.all().forEach(function -> names.add(function.name()));
        names.addAll(Set.of("size", "contains", "startsWith", "endsWith", "matches", "has", "all", "exists", "filter",
                "exists_one", "duration", "timestamp", "string", "double", "bytes", "orValue", "hasValue"));
        return names;
    }

    private static CelCompiler newCompiler(Map<String, CelType> variables) {
        var builder = CelCompilerFactory.standardCelCompilerBuilder().setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS).setTypeProvider(new CelTypes())
                .addLibraries(CelExtensions.optional(), CelExtensions.strings(), CelExtensions.bindings(),
                        CelExtensions.sets(OPTIONS), CelExtensions.lists(), CelExtensions.math(), CelExtensions
                                .comprehensions())
                .addFunctionDeclarations(functionsByName().entrySet().stream()
                        .map(named -> CelFunctionDecl.newFunctionDeclaration(named.getKey(),
                                named.getValue().stream().map(CelEnvironment::declaration).toList()))
                        .toList());
        variables.forEach(builder::addVar);
        return builder.build();
    }

    private static CelRuntime newRuntime() {
        var library = CelExtensions.getAllFunctionNames();
        var builder = CelRuntimeFactory.plannerRuntimeBuilder().setOptions(OPTIONS)
                .setStandardFunctions(CelStandardFunctions.newBuilder()
                        .excludeFunctions(CelStandardFunctions.StandardFunction.IN).build())
                .addFunctionBindings(membershipBindings()).addLibraries(CelExtensions.optional(),
                        CelExtensions.strings(), CelExtensions.sets(OPTIONS), CelExtensions.lists(),
                        CelExtensions.math(), CelExtensions.comprehensions());
        for (var entry : functionsByName().entrySet()) {
            var name = entry.getKey();
            var functions = entry.getValue();
            var bindings = functions.stream().filter(function -> function.body() != null).map(CelEnvironment::binding)
                    .toList();
            if (library.contains(name)) {
                builder.addFunctionBindings(bindings);
            } else if (!bindings.isEmpty()) {
                builder.addFunctionBindings(CelFunctionBinding.fromOverloads(name, bindings));
            }
        }
        return builder.build();
    }

    /** Returns the operator of membership; that of the library takes a value by default for one that is there. */
    @SuppressWarnings("unchecked")
    private static ImmutableSet<CelFunctionBinding> membershipBindings() {
        var equality = RuntimeEquality.create(RuntimeHelpers.create(), OPTIONS);
        return CelFunctionBinding.fromOverloads("@in",
                CelFunctionBinding.from("in_map", Object.class, Map.class,
                        (key, map) -> map instanceof CelMap values ? values.containsKey(key)
                                : equality.inMap((Map<Object, Object>) map, key)),
                CelFunctionBinding.from("in_list", Object.class, List.class,
                        (item, list) -> equality.inList((List<Object>) list, item)));
    }

    private static Map<String, List<KubernetesCelFunction>> functionsByName() {
        return KubernetesCelFunction.all().stream().collect(Collectors.groupingBy(KubernetesCelFunction::name));
    }

    private static CelOverloadDecl declaration(KubernetesCelFunction function) {
        var types = function.types().stream().map(CelTypes::named).toList();
        var parameters = types.subList(0, types.size() - 1);
        if (function.isMethod()) {
            return CelOverloadDecl.newMemberOverload(function.signature(), types.getLast(), parameters);
        }
        return CelOverloadDecl.newGlobalOverload(function.signature(), types.getLast(), parameters);
    }

    private static CelFunctionBinding binding(KubernetesCelFunction function) {
        var types = function.types();
        return CelFunctionBinding.from(function.signature(),
                types.subList(0, types.size() - 1).stream().<Class<?>>map(CelTypes::valueClass).toList(),
                Objects.requireNonNull(function.body()));
    }

    /** The types that an API server adds to the language, and the names of types in {@link KubernetesCelFunction}. */
    private static final class CelTypes implements CelTypeProvider {

        private static final Map<String, CelType> KUBERNETES = Map.of("Quantity",
                OpaqueType.create("kubernetes.Quantity"), "Semver", OpaqueType.create("kubernetes.Semver"), "URL",
                OpaqueType.create("kubernetes.URL"), "IP", OpaqueType.create("net.IP"), "CIDR",
                OpaqueType.create("net.CIDR"), "Format", OpaqueType.create("kubernetes.NamedFormat"));
        private static final Map<String, CelType> SIMPLE = Map.of("string", SimpleType.STRING, "int", SimpleType.INT,
                "uint", SimpleType.UINT, "double", SimpleType.DOUBLE, "bool", SimpleType.BOOL, "bytes",
                SimpleType.BYTES, "duration", SimpleType.DURATION, "timestamp", SimpleType.TIMESTAMP, "dyn",
                SimpleType.DYN);
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
}
