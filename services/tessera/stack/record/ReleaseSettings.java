package tessera.stack.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tessera.stack.HelmReleaseFacts.ReleaseSetting;

/** What a user set in a release, value by value, with what may be secret hidden. */
public final class ReleaseSettings {

    private static final int MOST = 500;
    private static final int LONGEST = 400;
    private static final String HIDDEN = "(hidden)";
    /** By the name of a value alone: who hides too much has to look twice, who hides too little has told a secret. */
    private static final Pattern SECRET = Pattern.compile(
            "(?is).*(password|passwd|token|credential|private_?key|api_?key|access_?key|dockerconfig|secret(?!s?(name)?$)"
                    + "|secret$).*");
    private static final Pattern NAMES = Pattern.compile("(?i).*(secretname|pullsecrets?)$");

    private ReleaseSettings() {}

    /** The values of a tree, each under its path. */
    public static List<ReleaseSetting> of(JsonNode values) {
        var settings = new ArrayList<ReleaseSetting>();
        add(settings, "", values, false);
        return settings;
    }

    private static void add(List<ReleaseSetting> settings, String path, JsonNode value, boolean secret) {
        if (settings.size() >= MOST) {
            return;
        }
        if (value.isObject() && !value.isEmpty()) {
            value.properties().forEach(entry -> add(settings, path.isEmpty() ? entry.getKey()
                    : path + "." + entry.getKey(), entry.getValue(), secret || secret(entry.getKey())));
        } else if (!path.isEmpty()) {
            settings.add(new ReleaseSetting(path, secret || named(value) ? HIDDEN : brief(value.toString())));
        }
    }

    private static boolean secret(String key) {
        return SECRET.matcher(key).matches() && !NAMES.matcher(key).matches();
    }

    /** A variable of the environment has its name in one place and its value in another. */
    private static boolean named(JsonNode value) {
        return value.isArray() && value.findValuesAsText("name").stream().anyMatch(ReleaseSettings::secret);
    }

    private static String brief(String value) {
        return value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "…";
    }
}
