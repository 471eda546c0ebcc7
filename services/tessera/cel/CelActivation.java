package tessera.cel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The variables of an evaluation, and what it has cost so far. Whoever may create a claim or a class writes the expression: a few
 * nested lists would be evaluated for years, or fill the memory.
 */
record CelActivation(Map<String, JsonNode> variables, AtomicLong cost) {

    /** As much as an API server lets an expression of a device cost. */
    private static final long MOST = 1_000_000;

    CelActivation(Map<String, JsonNode> variables) {
        this(variables, new AtomicLong());
    }

    @Nullable
    JsonNode valueOf(String name) {
        return variables.get(name);
    }

    /** Returns the same with one more variable that can be set again and again. */
    CelActivation nested() {
        return new CelActivation(new HashMap<>(variables), cost);
    }

    void set(String name, JsonNode value) {
        variables.put(name, value);
    }

    /** Counts a value that was computed, larger ones as more. */
    JsonNode charge(JsonNode value) throws CelException {
        int size = value.isTextual() ? value.textValue().length() : value.size();
        if (cost.addAndGet(1L + size) > MOST) {
            throw new CelException("it takes longer than is waited for here", true);
        }
        return value;
    }
}
