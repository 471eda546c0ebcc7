package tessera.cel;

import dev.cel.common.ast.CelExpr;
import dev.cel.runtime.CelEvaluationListener;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;

/**
 * The limit of what one evaluation costs. Whoever may create a claim or a class writes the expression: a few nested lists would be
 * evaluated for years, or fill the memory.
 */
final class CelCostLimit implements CelEvaluationListener {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CelCostLimit.class);
    /** As much as an API server lets an expression of a device cost. */
    private static final long MOST = 1_000_000;

    private long cost;

    /** The end of an evaluation that costs too much. */
    static final class CelCostException extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1;

        CelCostException() {
            super(MESSAGES.text("undetermined.cost"));
        }
    }

    /** Counts a value that was computed, larger ones as more. */
    @Override
    public void callback(CelExpr expression, @Nullable Object value) {
        charge(value);
    }

    private void charge(@Nullable Object value) {
        cost += value instanceof String text ? 1L + text.length() : 1;
        if (cost > MOST) {
            throw new CelCostException();
        }
        if (value instanceof List<?> list) {
            list.forEach(this::charge);
        }
    }
}
