package tessera.dra;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.dra.DeviceSelector.SelectorVerdict;
import tessera.model.DeviceClass;
import tessera.model.DeviceSubRequest;

/** Which devices requests and their classes select. One thread at a time. */
final class DeviceSelectors {

    /** More expressions than that are not kept: claims come and go, and each may bring its own. */
    private static final int KEPT = 500;

    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, DeviceSelector> selectors = new HashMap<>();

    Map<String, DeviceClass> classes() {
        return classes;
    }

    boolean suits(DeviceSubRequest request, PoolDevice device) {
        return ofClass(request, device) && matches(request.selectors(), device);
    }

    boolean ofClass(DeviceSubRequest request, PoolDevice device) {
        return classes.containsKey(request.deviceClass()) && matches(of(request), device);
    }

    /** Returns the expressions of the class of a request. */
    List<String> of(DeviceSubRequest request) {
        return Optional.ofNullable(classes.get(request.deviceClass())).map(DeviceClass::selectors).orElse(List.of());
    }

    private boolean matches(List<String> expressions, PoolDevice device) {
        return expressions.stream().allMatch(each -> selector(each).of(device) == SelectorVerdict.TAKEN);
    }

    DeviceSelector selector(String expression) {
        if (selectors.size() > KEPT) {
            selectors.clear();
        }
        return selectors.computeIfAbsent(expression, DeviceSelector::of);
    }

    /** Returns an expression of a request of which it is not known what it selects; empty where there is none. */
    Optional<String> unclear(DeviceSubRequest request, Collection<PoolDevice> devices) {
        return Stream.concat(of(request).stream(), request.selectors().stream())
                .filter(each -> selector(each).cel().isEmpty() || devices.stream()
                        .anyMatch(device -> selector(each).of(device) == SelectorVerdict.UNKNOWN))
                .findFirst();
    }
}
