package tessera.cluster.decode;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.function.Predicate;
import tessera.cluster.decode.DecodeReason.ExpectedValue;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.requests.MutableResourceAmounts;

/** A sum of resource amounts, in the units of {@link ResourceAmounts}. Used again and again. */
final class ResourceAmountAccumulator implements MutableResourceAmounts<ResourceAmountAccumulator> {

    /** More names than any object has: comparing each with each must stay cheap. */
    private static final int MOST = 500;
    private static final int PLAIN_DIGITS = 15;
    private static final long THOUSAND = 1_000;

    private String[] names = new String[8];
    private long[] amounts = new long[8];
    private int size;

    @Override
    public void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    /** Reads a mapping of names to quantities. What is no quantity is left out, and nothing is less than zero. */
    void read(JsonScanner json, StringPool strings) throws IOException {
        clear();
        if (!json.enterObject()) {
            return;
        }
        for (var name = json.nextFieldName(strings); name != null; name = json.nextFieldName(strings)) {
            if (size == MOST) {
                json.surplus(MOST);
            } else if (json.readValue()) {
                long amount = readQuantity(name, json);
                if (amount >= 0) {
                    set(name, amount);
                } else {
                    json.mismatch(ExpectedValue.QUANTITY);
                }
            }
        }
    }

    void set(String name, long amount) {
        int at = indexOf(name);
        if (at >= 0) {
            amounts[at] = amount;
        } else if (size < MOST) {
            if (size == names.length) {
                names = Arrays.copyOf(names, size * 2);
                amounts = Arrays.copyOf(amounts, size * 2);
            }
            names[size] = name;
            amounts[size++] = amount;
        }
    }

    @Override
    public void add(ResourceAmountAccumulator other) {
        for (int i = 0; i < other.size; i++) {
            int at = indexOf(other.names[i]);
            set(other.names[i],
                    at < 0 ? other.amounts[i] : ResourceAmounts.saturatedSum(amounts[at], other.amounts[i]));
        }
    }

    @Override
    public void takeMaximum(ResourceAmountAccumulator other) {
        for (int i = 0; i < other.size; i++) {
            int at = indexOf(other.names[i]);
            set(other.names[i], at < 0 ? other.amounts[i] : Math.max(amounts[at], other.amounts[i]));
        }
    }

    @Override
    public void addMissing(ResourceAmountAccumulator other, Predicate<String> resources) {
        for (int i = 0; i < other.size; i++) {
            if (indexOf(other.names[i]) < 0 && resources.test(other.names[i])) {
                set(other.names[i], other.amounts[i]);
            }
        }
    }

    @Override
    public void raise(ResourceAmountAccumulator other) {
        for (int i = 0; i < size; i++) {
            int at = other.indexOf(names[i]);
            amounts[i] = at < 0 ? amounts[i] : Math.max(amounts[i], other.amounts[at]);
        }
    }

    @Override
    public void zero() {
        Arrays.fill(amounts, 0, size, 0);
    }

    @Override
    public void replace(ResourceAmountAccumulator other, Predicate<String> resources) {
        for (int i = 0; i < other.size; i++) {
            if (resources.test(other.names[i])) {
                set(other.names[i], other.amounts[i]);
            }
        }
    }

    boolean sameAs(ResourceAmounts resources) {
        if (resources.names().size() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (resources.get(names[i]) != amounts[i] || !resources.has(names[i])) {
                return false;
            }
        }
        return true;
    }

    ResourceAmounts toResources() {
        var map = HashMap.<String, Long>newHashMap(size);
        for (int i = 0; i < size; i++) {
            map.put(names[i], amounts[i]);
        }
        return ResourceAmounts.of(map);
    }

    /** Returns a hash that is independent of the order. */
    int contentHash() {
        int hash = 0;
        for (int i = 0; i < size; i++) {
            hash += names[i].hashCode() * 31 ^ Long.hashCode(amounts[i] * 0x9E3779B97F4A7C15L);
        }
        return hash;
    }

    private int indexOf(String name) {
        for (int i = 0; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the quantity read last; −1 when it is none. */
    private static long readQuantity(String name, JsonScanner json) {
        long plain = json.isPlain() ? readPlainQuantity(name.equals(ResourceAmounts.CPU), json) : -1;
        if (plain >= 0) {
            return plain;
        }
        return Math.max(-1, QuantityParser.parseAmount(name, json.tokenText()).stream()
                .map(amount -> Math.max(0, amount)).findFirst().orElse(-1));
    }

    /** Returns a short whole number, perhaps with Ki or m, as nearly every quantity is; these need no text. */
    private static long readPlainQuantity(boolean cpu, JsonScanner json) {
        var bytes = json.bytes();
        int at = json.tokenStart();
        int to = json.tokenEnd();
        long value = 0;
        int digits = 0;
        for (; at < to && bytes[at] >= '0' && bytes[at] <= '9' && digits < PLAIN_DIGITS; at++, digits++) {
            value = value * 10 + bytes[at] - '0';
        }
        if (digits == 0) {
            return -1;
        }
        if (at == to) {
            return cpu ? value * THOUSAND : value;
        }
        if (cpu) {
            return at + 1 == to && bytes[at] == 'm' ? value : -1;
        }
        if (at + 2 != to || bytes[at + 1] != 'i' || value >= 1L << 32) {
            return -1;
        }
        return switch (bytes[at]) {
            case 'K' -> value << 10;
            case 'M' -> value << 20;
            case 'G' -> value << 30;
            default -> -1;
        };
    }
}
