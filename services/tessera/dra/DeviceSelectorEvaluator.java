package tessera.dra;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.dra.CelDeviceSelector.DeviceSelectorVerdict;
import tessera.model.DeviceClass;
import tessera.model.DeviceSubRequest;

/** The evaluation of the selectors of requests and their classes. One thread at a time. */
final class DeviceSelectorEvaluator {

    /** More expressions than that are not kept: claims come and go, and each may bring its own. */
    private static final int KEPT = 500;

    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, CelDeviceSelector> selectors = new HashMap<>();

    Map<String, DeviceClass> classes() {
        return classes;
    }

    boolean matchesRequest(DeviceSubRequest request, ResourcePoolDevice device) {
        return isOfClass(request, device) && matchesAll(request.selectors(), device);
    }

    boolean isOfClass(DeviceSubRequest request, ResourcePoolDevice device) {
        return classes.containsKey(request.deviceClass()) && matchesAll(classExpressions(request), device);
    }

    /** Returns the expressions of the class of a request. */
    List<String> classExpressions(DeviceSubRequest request) {
        return Optional.ofNullable(classes.get(request.deviceClass())).map(DeviceClass::selectors).orElse(List.of());
    }

    boolean matchesAll(List<String> expressions, ResourcePoolDevice device) {
        return expressions.stream().allMatch(each -> selectorOf(each).verdictOn(device) == DeviceSelectorVerdict.TAKEN);
    }

    CelDeviceSelector selectorOf(String expression) {
        if (selectors.size() > KEPT) {
            selectors.clear();
        }
        return selectors.computeIfAbsent(expression, CelDeviceSelector::parse);
    }

    /** Returns an expression of a request that cannot be evaluated for some device; empty where there is none. */
    Optional<String> undeterminedSelector(DeviceSubRequest request, Collection<ResourcePoolDevice> devices) {
        return Stream.concat(classExpressions(request).stream(), request.selectors().stream())
                .filter(each -> isUndecidable(each, devices)).findFirst();
    }

    private boolean isUndecidable(String each, Collection<ResourcePoolDevice> devices) {
        return selectorOf(each).celProgram().isEmpty() || devices.stream()
                .anyMatch(device -> selectorOf(each).verdictOn(device) == DeviceSelectorVerdict.UNKNOWN);
    }
}
