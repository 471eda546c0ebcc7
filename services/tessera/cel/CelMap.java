package tessera.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A map as a value of expressions. Other maps are copied whole, with all that they hold, at every step of an evaluation.
 */
// The objects behind it are not changed while they are read; the library asks each of its values to say so by an annotation.
@SuppressWarnings("Immutable")
final class CelMap extends CelValue implements Map<String, Object> {

    private static final CelType TYPE = MapType.create(SimpleType.DYN, SimpleType.DYN);

    private final Function<String, @Nullable Object> lookup;
    private final Supplier<Map<String, Object>> whole;
    private final boolean answersAll;

    /**
     * @param lookup     value of a key, made when it is asked for; null for none
     * @param whole      keys and values, made when the map is walked over
     * @param answersAll whether there is a value for keys, too, that it does not contain
     */
    CelMap(Function<String, @Nullable Object> lookup, Supplier<Map<String, Object>> whole, boolean answersAll) {
        this.lookup = lookup;
        this.whole = whole;
        this.answersAll = answersAll;
    }

    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return whole.get().isEmpty();
    }

    @Override
    public CelType celType() {
        return TYPE;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return key instanceof String name ? lookup.apply(name) : null;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return answersAll ? whole.get().containsKey(key) : get(key) != null;
    }

    @Override
    public int size() {
        return whole.get().size();
    }

    @Override
    public boolean isEmpty() {
        return whole.get().isEmpty();
    }

    @Override
    public boolean containsValue(@Nullable Object value) {
        return whole.get().containsValue(value);
    }

    @Override
    public Set<String> keySet() {
        return whole.get().keySet();
    }

    @Override
    public Collection<Object> values() {
        return whole.get().values();
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return whole.get().entrySet();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return whole.get().equals(other);
    }

    @Override
    public int hashCode() {
        return whole.get().hashCode();
    }

    @Override
    public Object put(String key, Object value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object remove(@Nullable Object key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putAll(Map<? extends String, ?> other) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void clear() {
        throw new UnsupportedOperationException();
    }
}
