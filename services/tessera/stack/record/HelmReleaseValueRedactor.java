package tessera.stack.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.model.SecretObjectNameField;
import tessera.stack.GpuStackHelmRelease.UserSetHelmValue;
import tessera.text.OptionalText;
import tessera.text.TextExcerpt;

/** Lists the values that a user set in a release, with possible secrets hidden. */
public final class HelmReleaseValueRedactor {

    private static final int MOST = 500;
    private static final int LONGEST = 400;
    private static final String HIDDEN = "(hidden)";
    /** By the name of a value alone: who hides too much has to look twice, who hides too little has told a secret. */
    private static final Pattern SECRET = Pattern.compile(
            "(?is).*(password|passwd|token|credential|private_?key|api_?key|access_?key|dockerconfig|secret(?!s?(name)?$)"
                    + "|secret$).*");

    private HelmReleaseValueRedactor() {}

    /** Returns the values of a tree with their paths. */
    public static List<UserSetHelmValue> list(JsonNode values) {
        var settings = new ArrayList<UserSetHelmValue>();
        addValues(settings, "", values, false);
        return settings;
    }

    private static void addValues(List<UserSetHelmValue> settings, String path, JsonNode value, boolean secret) {
        if (settings.size() >= MOST) {
            return;
        }
        if (value.isObject() && !value.isEmpty()) {
            value.properties().forEach(entry -> addValues(settings, OptionalText.suffixed(path, ".") + entry.getKey(),
                    entry.getValue(), secret || isSecretKey(entry.getKey())));
        } else if (!path.isEmpty()) {
            settings.add(new UserSetHelmValue(path,
                    secret || hasSecretName(value) ? HIDDEN : TextExcerpt.shorten(value.toString(), LONGEST)));
        }
    }

    private static boolean isSecretKey(String key) {
        return SECRET.matcher(key).matches() && !SecretObjectNameField.isNamedBy(key);
    }

    /** Returns whether an entry of a list, such as an environment variable, has a secret's name beside its value. */
    private static boolean hasSecretName(JsonNode value) {
        return value.isArray()
                && value.findValuesAsText("name").stream().anyMatch(HelmReleaseValueRedactor::isSecretKey);
    }
}
