package tessera.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelKind;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;

/** A compiled expression. Values are those of {@link CelValues}. */
public final class CelProgram {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CelProgram.class);
    private static final String KEY = "key '";
    private static final String ABSENT = "' is not present in map.";
    private static final Set<CelKind> CONDITIONS = EnumSet.of(CelKind.BOOL, CelKind.DYN, CelKind.ANY);

    /** Null for one with functions that are not evaluated here. */
    private final CelRuntime.@Nullable Program program;

    private CelProgram(CelRuntime.@Nullable Program program) {
        this.program = program;
    }

    /** Compiles an expression; fails with the first error where it does not compile. */
    public static CelProgram compile(CelScope scope, String text) throws CelException {
        var tree = check(scope, text);
        try {
            return new CelProgram(CelEnvironment.runtime().createProgram(tree));
        } catch (CelEvaluationException _) {
            return new CelProgram(null);
        }
    }

    /** Returns why an expression does not compile; empty where it does. */
    public static Optional<CelCompilationFault> findFault(CelScope scope, String text) {
        try {
            check(scope, text);
            return Optional.empty();
        } catch (CelException e) {
            return e.fault();
        }
    }

    /** Returns the names of all functions that expressions may call. */
    public static Set<String> functionNames() {
        return CelEnvironment.functionNames();
    }

    private static CelAbstractSyntaxTree check(CelScope scope, String text) throws CelException {
        var compiler = CelEnvironment.compiler(scope);
        var parsed = treeOf(compiler.parse(text), true);
        var tree = treeOf(compiler.check(parsed), false);
        if (scope == CelScope.DEVICE_SELECTOR && !CONDITIONS.contains(tree.getResultType().kind())) {
            var reason = "must evaluate to bool or the unknown type, not " + tree.getResultType().name();
            throw CelException.compilation(new CelCompilationFault(false, reason, reason));
        }
        return tree;
    }

    private static CelAbstractSyntaxTree treeOf(CelValidationResult result, boolean syntax) throws CelException {
        try {
            return result.getAst();
        } catch (CelValidationException e) {
            throw CelException.compilation(CelCompilationFault.of(syntax, e));
        }
    }

    /** Returns the value for these variables; fails where there is none, in the words of an API server. */
    public Object evaluate(Map<String, Object> variables) throws CelException {
        if (program == null) {
            throw CelException.undetermined(MESSAGES.text("undetermined.function"));
        }
        try {
            return program.trace(variables, new CelCostLimit());
        } catch (CelEvaluationException e) {
            throw errorOf(e);
        }
    }

    /** Returns whether the value for these variables is true. */
    public boolean isTrue(Map<String, Object> variables) throws CelException {
        if (evaluate(variables) instanceof Boolean value) {
            return value;
        }
        throw CelException.failure("no such overload");
    }

    private static CelException errorOf(CelEvaluationException error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        var text = String.valueOf(root.getMessage());
        if (root instanceof CelCostLimit.CelCostException) {
            return CelException.undetermined(text);
        }
        return CelException.failure(switch (error.getErrorCode()) {
            case OVERLOAD_NOT_FOUND -> "no such overload";
            case DIVIDE_BY_ZERO -> "division by zero";
            case NUMERIC_OVERFLOW -> "integer overflow";
            default -> text.startsWith(KEY) && text.endsWith(ABSENT)
                    ? "no such key: " + text.substring(KEY.length(), text.length() - ABSENT.length())
                    : text;
        });
    }
}
